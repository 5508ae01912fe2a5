import { z } from 'zod';
import { reply, text, whole, oneOf } from '../reply.js';
import { TextField } from '../fields.js';
import { tokenLifetimeSeconds } from './access-tokens.js';

export class AuthenticateRequest {
  @TextField(
    { min: 8, max: 64, form: 'EXACT' },
    {
      description: 'Id of your API client. You get it from the operator of this Manilla.',
      example: 'mid_c2FuZGJveC1tZXJjaGFudA',
    },
  )
  clientId!: string;

  @TextField(
    { min: 16, max: 128, form: 'SECRET' },
    {
      description: 'Secret of your API client. It comes with its id. Keep it on your server.',
      format: 'password',
      example: 'sk_test_dGhpcy1pcy1hbi1leGFtcGxlLW5vdC1hLXNlY3JldCEb1a2c3d4',
    },
  )
  clientSecret!: string;
}

/** Snake case, as OAuth and the source document have it. */
export const AuthData = reply('AuthData', {
  access_token: text(
    'The token, a JWT. Send it as `Authorization: Bearer …`.',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJtaWRfYzJGdVpHIn0.c2lnbmF0dXJl',
  ),
  expires_in: whole('Seconds until the token expires.', tokenLifetimeSeconds),
  token_type: oneOf(['Bearer'], 'Always Bearer.'),
  scope: text(
    'Scopes that were granted, with spaces between them.',
    'checkout:read checkout:write',
  ),
});
export type AuthData = z.infer<typeof AuthData>;
