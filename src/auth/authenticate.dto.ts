import { ApiProperty } from '@nestjs/swagger';
import { TextField } from '../http/fields.js';
import { NamedEnvelope } from '../http/named-response.js';
import { tokenLifetimeSeconds } from './access-tokens.js';

export class AuthenticateRequest {
  @TextField({ min: 8, max: 64 }, { description: 'From your developer screen.' })
  clientId!: string;

  @TextField(
    { min: 16, max: 128 },
    { description: 'From your developer screen.', format: 'password' },
  )
  clientSecret!: string;
}

/** Snake case, as OAuth and the source document have it. */
export class AuthData {
  @ApiProperty({ description: 'A JWT; send it as `Authorization: Bearer …`.' })
  access_token!: string;

  @ApiProperty({ description: 'Seconds.', example: tokenLifetimeSeconds })
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
