import { expect, it } from 'vitest';
import type { ApiDocument } from '../../../src/http/open-api-model.js';
import { shareEnvelopes } from '../../../src/http/open-api-parents.js';
import { shareWebhookBodies, tellDefaults } from '../../../src/http/open-api-schemas.js';

it('says the default of a field in its description', () => {
  const properties = {
    currency: { type: 'string', description: 'Only NGN.', default: 'NGN' },
    immediately: { type: 'boolean', description: 'Whether it stops at once.', default: false },
    email: { type: 'string', description: 'E-mail address.' },
  };
  const document = { components: { schemas: { Request: { properties } } } };
  tellDefaults(document as unknown as ApiDocument);
  expect(properties).toEqual({
    currency: { type: 'string', description: 'Only NGN. Default: NGN.' },
    immediately: { type: 'boolean', description: 'Whether it stops at once. Default: false.' },
    email: { type: 'string', description: 'E-mail address.' },
  });
});

it('writes the head of the envelopes once, and leaves one with a text of its own alone', () => {
  const head = { code: { type: 'string', example: '00' } };
  const envelope = (data: object, more: object = {}) => ({
    type: 'object',
    properties: { ...head, ...more, data },
    required: ['code', 'data'],
  });
  const schemas = {
    Bare: envelope({ type: 'object' }),
    PaidResponse: envelope({ $ref: '#/components/schemas/Paid' }),
    ErrorResponse: envelope({ type: 'object' }, { code: { type: 'string', example: '30' } }),
  };
  const { Bare, ErrorResponse } = structuredClone(schemas);
  shareEnvelopes({ components: { schemas } } as unknown as ApiDocument, 'Bare');
  expect(schemas).toEqual({
    Bare,
    ErrorResponse,
    ReplyHead: { type: 'object', properties: head, required: ['code'] },
    PaidResponse: {
      allOf: [
        { $ref: '#/components/schemas/ReplyHead' },
        {
          type: 'object',
          properties: { data: { $ref: '#/components/schemas/Paid' } },
          required: ['data'],
        },
      ],
    },
  });
});

it('writes a body that several webhooks have once', () => {
  const bodyOf = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const webhook = (name: string) => ({ post: { requestBody: bodyOf(name) } });
  const document = {
    components: {},
    webhooks: { paid: webhook('Money'), late: webhook('Money'), test: webhook('Test') },
  };
  shareWebhookBodies(document as unknown as ApiDocument);
  const shared = { post: { requestBody: { $ref: '#/components/requestBodies/Money' } } };
  expect(document).toEqual({
    components: { requestBodies: { Money: bodyOf('Money') } },
    webhooks: { paid: shared, late: shared, test: webhook('Test') },
  });
});
