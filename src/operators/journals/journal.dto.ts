import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { Rule, TextField } from '../../http/fields.js';
import { PageQuery, listReply } from '../../http/paging.js';
import { ShownHashField } from '../cases/shown-hash-field.js';
import { EnumQuery } from '../../http/query-fields.js';

const accountPattern = /^\d{4}:[A-Za-z0-9_-]{1,60}:[A-Z]{3}$/;
const proposalPattern = idPattern('jnp');
const statuses = ['PROPOSED', 'POSTED', 'WITHDRAWN'] as const;

class LegRequest {
  @ApiProperty({
    description:
      'Account, as `code:owner:currency`. The codes are 1100, 1110, 1200, 1400 and 5300.',
    type: 'string',
    pattern: accountPattern.source,
    example: '5300:-:NGN',
  })
  @IsString()
  @Matches(accountPattern, { message: 'account must be code:owner:currency, such as 5300:-:NGN' })
  account!: string;

  @ApiProperty({
    description: 'Amount in kobo: debits positive, credits negative.',
    type: 'integer',
    format: 'int64',
    minimum: -Number.MAX_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    example: 300_000,
  })
  @IsInt({ message: 'amountMinor must be a whole number of kobo' })
  @Min(-Number.MAX_SAFE_INTEGER)
  @Max(Number.MAX_SAFE_INTEGER)
  @Rule('min', 'must not be 0', (value) => value !== 0)
  amountMinor!: number;
}

export class JournalRequest {
  @ApiPropertyOptional({
    description: 'Number of the journal to take back. Either this or `legs`.',
    type: 'integer',
    format: 'int64',
    minimum: 1,
    example: 4711,
  })
  @IsOptional()
  @IsInt({ message: 'reverse must be the number of a journal' })
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  @Rule('isAlone', 'cannot be sent together with legs', (_value, request) => !('legs' in request))
  reverse?: number;

  @ApiPropertyOptional({
    description: '2 to 20 legs that sum to zero in each currency. Either these or `reverse`.',
    type: [LegRequest],
    example: [
      { account: '5300:-:NGN', amountMinor: 300_000 },
      { account: '1100:simulator:NGN', amountMinor: -300_000 },
    ],
  })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => LegRequest)
  legs?: LegRequest[];

  @TextField(
    { max: 500, form: 'LINES' },
    { description: 'Why.', example: 'The bank took its fee twice and gave one back.' },
  )
  @Rule('isText', 'must say why', (value) => typeof value === 'string' && value.trim() !== '')
  reason!: string;
}

export class JournalParameters {
  @ApiProperty({
    description: 'Id of the proposal.',
    type: 'string',
    pattern: proposalPattern.source,
    example: 'jnp_01KA0000000000000000000000',
  })
  @Matches(proposalPattern, { message: 'proposalId must be the id of a proposed journal' })
  proposalId!: string;
}

export class ListJournalsQuery extends PageQuery {
  @EnumQuery(statuses, { description: 'Whether it waits.', example: 'PROPOSED' })
  status?: (typeof statuses)[number];
}

const JournalLegView = reply('JournalLegView', {
  account: text('Account, as `code:owner:currency`.', '5300:-:NGN'),
  amountMinor: whole('Amount in kobo: debits positive, credits negative.', 300_000),
});

export const JournalView = reply('JournalView', {
  proposalId: text('Id of the proposal.', 'jnp_01KA0000000000000000000000'),
  status: oneOf(statuses, 'PROPOSED: waits for a second operator. POSTED: it is in the books.'),
  reverses: whole(
    'Number of the journal that it takes back. Null: it has legs of its own.',
    4711,
  ).nullable(),
  legs: listOf(JournalLegView, 'What it posts.'),
  reason: text('Why.', 'The bank took its fee twice.'),
  operator: text('Who has proposed it.', 'Ada'),
  partner: text('Who has posted it.', 'Bola').nullable(),
  journalId: whole('Number of the journal. Null: it is not posted.', 4712).nullable(),
  createdAt: time('When it was proposed.', '2026-11-20T14:12:33.000Z'),
  decidedAt: time('When it was posted or withdrawn.', null).nullable(),
  shownHash: text(
    'Hash of all that is shown. Send it to confirm.',
    '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  ),
});
export type JournalView = z.infer<typeof JournalView>;

export class ConfirmJournalRequest {
  @ShownHashField('journal')
  shownHash!: string;
}

export const JournalPage = listReply('JournalPage', JournalView, 'The journals of this page.');
export type JournalPage = z.infer<typeof JournalPage>;
