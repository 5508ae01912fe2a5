import { ApiProperty } from '@nestjs/swagger';
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
    { min: 16, max: 128, form: 'EXACT' },
    {
      description: 'Secret of your API client. It comes with its id. Keep it on your server.',
      format: 'password',
      example: 'sk_test_dGhpcy1pcy1hbi1leGFtcGxlLW5vdC1hLXNlY3JldCEb1a2c3d4',
    },
  )
  clientSecret!: string;
}

/** Snake case, as OAuth and the source document have it. */
export class AuthData {
  @ApiProperty({
    description: 'The token, a JWT. Send it as `Authorization: Bearer …`.',
    example: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJtaWRfYzJGdVpHIn0.c2lnbmF0dXJl',
  })
  access_token!: string;

  @ApiProperty({
    description: 'Seconds until the token expires.',
    example: tokenLifetimeSeconds,
  })
  expires_in!: number;

  @ApiProperty({ enum: ['Bearer'], description: 'Always Bearer.' })
  token_type!: 'Bearer';

  @ApiProperty({
    description: 'Scopes that were granted, with spaces between them.',
    example: 'checkout:read checkout:write',
  })
  scope!: string;
}
