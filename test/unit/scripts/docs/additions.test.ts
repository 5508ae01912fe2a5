import { describe, expect, it } from 'vitest';
import { Comparison, type ComparedDocument } from '../../../../scripts/docs/additions.ts';

/** An operation that takes an order and answers it. */
function documentOf(changes: {
  readonly parameters?: readonly object[];
  readonly sent?: object;
  readonly told?: object;
  readonly paths?: object;
  readonly responses?: object;
}): ComparedDocument {
  const sent = changes.sent ?? {
    type: 'object',
    properties: { amount: { type: 'integer' }, kind: { type: 'string', enum: ['A', 'B'] } },
    required: ['amount'],
  };
  const told = changes.told ?? {
    type: 'object',
    properties: { id: { type: 'string' }, lines: { type: 'array', items: { $ref: line } } },
    required: ['id', 'lines'],
  };
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
  const post = {
    parameters: changes.parameters ?? [{ name: 'q', in: 'query', schema: { type: 'string' } }],
    requestBody: json(sent),
    responses: changes.responses ?? {
      200: json({ allOf: [{ $ref: '#/components/schemas/Told' }] }),
    },
  };
  return {
    paths: { '/orders': { post }, ...changes.paths },
    components: {
      schemas: { Told: told, Line: { type: 'object', properties: { no: { type: 'integer' } } } },
    },
  } as unknown as ComparedDocument;
}
const line = '#/components/schemas/Line';
const before = documentOf({});
const changed = (changes: Parameters<typeof documentOf>[0]): readonly string[] =>
  new Comparison(before, documentOf(changes)).run();

describe('a document that is compared with the one before', () => {
  it.each([
    ['the same', {}],
    ['a new operation', { paths: { '/more': { get: { responses: {} } } } }],
    [
      'a parameter that may be sent',
      {
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'string' } },
          { name: 'size', in: 'query', schema: { type: 'integer' } },
        ],
      },
    ],
    [
      'a field that may be sent, and a value more',
      {
        sent: {
          type: 'object',
          properties: {
            ...{ amount: { type: 'integer' }, note: { type: 'string' } },
            kind: { type: 'string', enum: ['A', 'B', 'C'] },
          },
          required: ['amount'],
        },
      },
    ],
    [
      'a field more that is told',
      {
        told: {
          type: 'object',
          properties: {
            ...{ id: { type: 'string' }, at: { type: 'string' } },
            lines: { type: 'array', items: { $ref: line } },
          },
          required: ['id', 'lines', 'at'],
        },
      },
    ],
  ])('%s: only additions', (_what, changes) => {
    expect(changed(changes)).toEqual([]);
  });

  it.each([
    ['an operation that is gone', { paths: { '/orders': {} } }, ['POST /orders: is gone']],
    ['a reply that is gone', { responses: {} }, ['POST /orders 200: is gone']],
    ['a parameter that is gone', { parameters: [] }, ['POST /orders ?q: is gone']],
    [
      'a parameter that must be sent',
      { parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }] },
      ['POST /orders ?q: must be sent now'],
    ],
    [
      'a field that must be sent, another type, and a value that is refused',
      {
        sent: {
          type: 'object',
          properties: { amount: { type: 'string' }, kind: { type: 'string', enum: ['B'] } },
          required: ['amount', 'kind'],
        },
      },
      [
        'POST /orders body.amount: was integer, is string',
        'POST /orders body.kind: may not be A any more',
        'POST /orders body.kind: must be sent now',
      ],
    ],
    [
      'a field that is told no more, and one that may be missing',
      { told: { type: 'object', properties: { id: { type: 'string' } }, required: [] } },
      [
        'POST /orders 200.lines: is gone',
        'POST /orders 200.id: may be missing now',
        'POST /orders 200.lines: may be missing now',
      ],
    ],
  ])('%s: is told', (_what, changes, found) => {
    expect(changed(changes)).toEqual(found);
  });
});
