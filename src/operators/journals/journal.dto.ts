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
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';

const accountPattern = /^\d{4}:[A-Za-z0-9_-]{1,60}:[A-Z]{3}$/;
const proposalPattern = idPattern('jnp');
const shownHashPattern = /^[0-9a-f]{32}$/;
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

class JournalLegView {
  @ApiProperty({ description: 'Account, as `code:owner:currency`.', example: '5300:-:NGN' })
  account!: string;

  @ApiProperty({
    description: 'Amount in kobo: debits positive, credits negative.',
    format: 'int64',
    example: 300_000,
  })
  amountMinor!: number;
}

const mayBeText = (description: string, example: string | null) =>
  ({ description, type: String, nullable: true, example }) as const;

export class JournalView {
  @ApiProperty({ description: 'Id of the proposal.', example: 'jnp_01KA0000000000000000000000' })
  proposalId!: string;

  @ApiProperty({
    description: 'PROPOSED: waits for a second operator. POSTED: it is in the books.',
    enum: statuses,
  })
  status!: string;

  @ApiProperty({
    description: 'Number of the journal that it takes back. Null: it has legs of its own.',
    type: 'integer',
    format: 'int64',
    nullable: true,
    example: 4711,
  })
  reverses!: number | null;

  @ApiProperty({ description: 'What it posts.', type: [JournalLegView] })
  legs!: JournalLegView[];

  @ApiProperty({ description: 'Why.', example: 'The bank took its fee twice.' })
  reason!: string;

  @ApiProperty({ description: 'Who has proposed it.', example: 'Ada' })
  operator!: string;

  @ApiProperty(mayBeText('Who has posted it.', 'Bola'))
  partner!: string | null;

  @ApiProperty({
    description: 'Number of the journal. Null: it is not posted.',
    type: 'integer',
    format: 'int64',
    nullable: true,
    example: 4712,
  })
  journalId!: number | null;

  @ApiProperty({
    description: 'When it was proposed.',
    format: 'date-time',
    example: '2026-11-20T14:12:33.000Z',
  })
  createdAt!: string;

  @ApiProperty({ ...mayBeText('When it was posted or withdrawn.', null), format: 'date-time' })
  decidedAt!: string | null;

  @ApiProperty({
    description: 'Hash of all that is shown. Send it to confirm.',
    example: '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  })
  shownHash!: string;
}

export class ConfirmJournalRequest {
  @ApiProperty({
    description: '`shownHash` of the journal that you have seen.',
    type: 'string',
    pattern: shownHashPattern.source,
    example: '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  })
  @IsString()
  @Matches(shownHashPattern, { message: 'shownHash must be that of the journal' })
  shownHash!: string;
}

export class JournalPage {
  @ApiProperty({ description: 'The journals of this page.', type: [JournalView] })
  items!: JournalView[];

  @ApiProperty({ description: 'Position of this page in the list.', type: PageView })
  page!: PageView;
}
