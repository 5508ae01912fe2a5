import { z } from 'zod';
import { reply, text, time, oneOf, listOf } from '../../http/reply.js';
import { shownOnce } from '../../http/shown-once.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { InFuture, OptionalTimeField, Rule, TextField } from '../../http/fields.js';
import { listReply } from '../../http/paging.js';
import { defaultKeyGroups, keyGroupNames, type KeyGroup } from '../../http/access/scopes.js';

const clientIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

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

/** A key to be made. */
export class CreateKeyRequest {
  @TextField({ max: 100 }, { description: 'What it is called.', example: 'Web shop' })
  @Rule('isText', 'must not be empty', (value) => typeof value === 'string' && value.trim() !== '')
  name!: string;

  @ApiPropertyOptional({
    description: `What it may do. Without it: ${defaultKeyGroups.join(' and ')}.`,
    enum: keyGroupNames,
    isArray: true,
    example: [...defaultKeyGroups],
  })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(keyGroupNames.length)
  @ArrayUnique()
  @IsIn(keyGroupNames, { each: true })
  groups?: KeyGroup[] | null;

  @ApiPropertyOptional({
    description:
      'Addresses or networks from which it may be used. Without it: from everywhere, or as the key that makes it.',
    type: [String],
    maxItems: 20,
    example: ['203.0.113.0/24'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  addresses?: string[] | null;

  @OptionalTimeField(
    'Time at which it ends. Without it, it does not, or when the key that makes it ends.',
    '2027-12-31T23:59:59+01:00',
  )
  @InFuture()
  expiresAt?: string | null;
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
export const KeyView = reply('KeyView', {
  clientId: text('Id of the key.', 'mid_c2FuZGJveC1tZXJjaGFudA'),
  name: text('What it is called.', 'Web shop'),
  groups: listOf(oneOf(keyGroupNames), 'What it may do.', ['payments', 'reads']),
  addresses: listOf(text(), 'Networks from which it may be used. Empty: from everywhere.', [
    '203.0.113.0/24',
  ]),
  status: oneOf(['ACTIVE', 'EXPIRED', 'REVOKED'], 'Whether it works.'),
  secretKnownTo: oneOf(
    ['OWN', 'OPERATOR', 'CLAIMED'],
    'Who knows its newest secret. OPERATOR: your operator, too. CLAIMED: you have rotated such a one, and your operator has not confirmed it yet. Only OWN moves money.',
  ),
  createdAt: time(),
  expiresAt: time('Time at which it ends. Null: it does not.', null).nullable(),
  revokedAt: time('Time at which it was revoked.', null).nullable(),
  lastUsedAt: time('Time of its last use, to the minute.', null).nullable(),
  formerSecretUntil: time('Time until which its former secret is valid.', null).nullable(),
});
export type KeyView = z.infer<typeof KeyView>;

/** A key with its secret, which is shown once. */
export const KeyWithSecret = reply('KeyWithSecret', {
  ...KeyView.shape,
  ...shownOnce(
    'clientSecret',
    'The secret. It is shown once.',
    'sk_test_dGhpcy1pcy1hbi1leGFtcGxlLW5vdC1hLXNlY3JldCEb1a2c3d4',
  ),
});
export type KeyWithSecret = z.infer<typeof KeyWithSecret>;

export const KeyList = listReply('KeyList', KeyView, 'The keys, the oldest first.');
export type KeyList = z.infer<typeof KeyList>;
