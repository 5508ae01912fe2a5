import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { tokenRequestOf } from '../../../../src/http/access/oauth-request.js';

const credentials = Buffer.from('mid_1:sk_test_1').toString('base64');

describe('a request for a token', () => {
  it.each(['Basic', 'basic', 'BASIC'])('takes the scheme in any case: %s', (scheme) => {
    const headers = { authorization: `${scheme} ${credentials}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    expect(tokenRequestOf({ headers, body } as unknown as FastifyRequest)).toMatchObject({
      ...{ clientId: 'mid_1', clientSecret: 'sk_test_1' },
    });
  });
});
