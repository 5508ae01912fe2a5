import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { PageView } from '../../http/paging.js';
import { ShownOnce } from '../../http/shown-once.js';
import { keyGroupNames, type KeyGroup } from '../../http/access/scopes.js';

const clientIdPattern = /^[A-Za-z0-9_-]{8,64}$/;
const time = { type: String, format: 'date-time', nullable: true, example: null } as const;

export class KeyParameters {
  @ApiProperty({
    description: 'Id of the key.',
    type: 'string',
    pattern: clientIdPattern.source,
    example: 'mid_c2FuZGJveC1tZXJjaGFudA',
  })
  @IsString()
  @Matches(clientIdPattern, { message: 'clientId must be the id of a key' })
  clientId!: string;
}

export class RotateKeyRequest {
  @ApiPropertyOptional({
    description: 'Hours for which the old secret stays valid.',
    type: 'integer',
    minimum: 0,
    maximum: 720,
    default: 24,
    example: 24,
  })
  @IsOptional()
  @IsInt({ message: 'overlapHours must be a whole number of hours' })
  @Min(0)
  @Max(720)
  overlapHours?: number | null;
}

export class RevokeKeyRequest {
  @ApiPropertyOptional({
    description: 'Revokes the key also when no other key works.',
    example: false,
  })
  @IsOptional()
  @IsBoolean()
  evenLast?: boolean | null;
}

/** A key, without its secret. */
export class KeyView {
  @ApiProperty({ description: 'Id of the key.', example: 'mid_c2FuZGJveC1tZXJjaGFudA' })
  clientId!: string;

  @ApiProperty({ description: 'What it is called.', example: 'Web shop' })
  name!: string;

  @ApiProperty({
    description: 'What it may do.',
    enum: keyGroupNames,
    isArray: true,
    example: ['payments', 'reads'],
  })
  groups!: KeyGroup[];

  @ApiProperty({
    description: 'Networks from which it may be used. Empty: from everywhere.',
    type: [String],
    example: ['203.0.113.0/24'],
  })
  addresses!: string[];

  @ApiProperty({ enum: ['ACTIVE', 'EXPIRED', 'REVOKED'], description: 'Whether it works.' })
  status!: 'ACTIVE' | 'EXPIRED' | 'REVOKED';

  @ApiProperty({
    description:
      'Who knows its newest secret. OPERATOR: your operator, too. CLAIMED: you have rotated such a one, and your operator has not confirmed it yet. Only OWN moves money.',
    enum: ['OWN', 'OPERATOR', 'CLAIMED'],
  })
  secretKnownTo!: 'OWN' | 'OPERATOR' | 'CLAIMED';

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ ...time, description: 'Time at which it ends. Null: it does not.' })
  expiresAt!: string | null;

  @ApiProperty({ ...time, description: 'Time at which it was revoked.' })
  revokedAt!: string | null;

  @ApiProperty({ ...time, description: 'Time of its last use, to the minute.' })
  lastUsedAt!: string | null;

  @ApiProperty({ ...time, description: 'Time until which its former secret is valid.' })
  formerSecretUntil!: string | null;
}

/** A key with its secret, which is shown once. */
export class KeyWithSecret extends KeyView {
  @ShownOnce(
    'The secret. It is shown once.',
    'sk_test_dGhpcy1pcy1hbi1leGFtcGxlLW5vdC1hLXNlY3JldCEb1a2c3d4',
  )
  clientSecret!: string | null;
}

export class KeyList {
  @ApiProperty({ description: 'The keys, the oldest first.', type: [KeyView] })
  items!: KeyView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
