import { ApiProperty } from '@nestjs/swagger';
import { TextField } from '../http/fields.js';
import { NamedEnvelope } from '../http/named-response.js';
import { tokenLifetimeSeconds } from './access-tokens.js';

export class AuthenticateRequest {
  @TextField(
    { min: 8, max: 64 },
    { description: 'The id of your API client. You get it from the operator of this Manilla.' },
  )
  clientId!: string;

  @TextField(
    { min: 16, max: 128 },
    {
      description: 'The secret of your API client, which comes with its id.',
      format: 'password',
      example: 'sk_test_dGhpcy1pcy1hbi1leGFtcGxlLW5vdC1hLXNlY3JldCEb1a2c3d4',
    },
  )
  clientSecret!: string;
}

/** Snake case, as OAuth and the source document have it. */
export class AuthData {
  @ApiProperty({ description: 'A JWT; send it as `Authorization: Bearer …`.' })
  access_token!: string;

  @ApiProperty({
    type: 'integer',
    description: 'Seconds until the token expires.',
    example: tokenLifetimeSeconds,
  })
  expires_in!: number;

  @ApiProperty({ enum: ['Bearer'] })
  token_type!: 'Bearer';

  @ApiProperty({ description: 'Granted scopes, separated by spaces.' })
  scope!: string;
}

/** Schema name of the source document. */
export class AuthenticateResponse extends NamedEnvelope {
  @ApiProperty({ type: AuthData })
  data!: AuthData;
}
