import { expect, it } from 'vitest';
import type { ApiDocument } from '../../../src/http/open-api-model.js';
import { tellDefaults } from '../../../src/http/open-api-schemas.js';

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
