import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

const auditFormats = ['json', 'csv'] as const;
export type AuditFormat = (typeof auditFormats)[number];

function TextQuery(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', maxLength: 100, example }),
    IsOptional(),
    IsString(),
    MaxLength(100),
  );
}

export class AuditQuery extends PageQuery {
  @TextQuery('Name of the operator (also as second operator), client id, or login.', 'Ada')
  actor?: string;

  @PatternQuery(/^[a-z][a-z-]*(\.[a-z][a-z-]*)?$/, 'must be an action, such as operator.invite', {
    description: 'The action, or its first word for all actions on such things.',
    example: 'operator.invite',
  })
  action?: string;

  @TextQuery('Id or number of what was changed.', 'opr_01KA0000000000000000000000')
  subject?: string;

  @PatternQuery(idPattern('mch'), 'must be the id of a merchant', {
    description: 'Id of the merchant.',
    example: 'mch_01KA0000000000000000000000',
  })
  merchantId?: string;

  @EnumQuery(auditFormats, {
    description: 'Format of the reply. Without it the `Accept` header decides, and JSON otherwise.',
    example: 'csv',
  })
  format?: AuditFormat;
}

const maybeText = (description: string, example: string) =>
  ({ description, type: String, nullable: true, example }) as const;
const state = (description: string) =>
  ({
    description,
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { role: 'viewer' },
  }) as const;

export class AuditEntryView {
  @ApiProperty({
    description: 'Number of the entry.',
    type: 'integer',
    format: 'int64',
    example: 42,
  })
  auditId!: number;

  @ApiProperty({
    description: 'When.',
    format: 'date-time',
    example: '2026-11-20T14:12:33.000Z',
  })
  at!: string;

  @ApiProperty({
    description: 'An operator, a key of a merchant, or a command on the database.',
    enum: ['OPERATOR', 'KEY', 'COMMAND'],
  })
  actorKind!: string;

  @ApiProperty({ description: 'Name of the operator, client id, or login.', example: 'Ada' })
  actor!: string;

  @ApiProperty({ description: 'What was done.', example: 'operator.role' })
  action!: string;

  @ApiProperty({ description: 'What kind of thing was changed.', example: 'operator' })
  subjectKind!: string;

  @ApiProperty({ description: 'Which one.', example: 'opr_01KA0000000000000000000000' })
  subject!: string;

  @ApiProperty(maybeText('The merchant whose it is.', 'mch_01KA0000000000000000000000'))
  merchantId!: string | null;

  @ApiProperty(state('How it stood before. Null: it was not there.'))
  before!: Readonly<Record<string, unknown>> | null;

  @ApiProperty(state('How it stands since. Null: it is gone.'))
  after!: Readonly<Record<string, unknown>> | null;

  @ApiProperty(maybeText('Why.', 'Left the company.'))
  reason!: string | null;

  @ApiProperty(maybeText('The second operator of what asks for two.', 'Bola'))
  partner!: string | null;

  @ApiProperty({
    description: 'By which door.',
    enum: ['API', 'CLI', 'DESK', 'COMMAND', 'TEMPORAL'],
  })
  door!: string;

  @ApiProperty(maybeText('Address of the caller.', '192.0.2.7'))
  address!: string | null;
}

export class AuditEntriesPage {
  @ApiProperty({ description: 'The entries of this page.', type: [AuditEntryView] })
  items!: AuditEntryView[];

  @ApiProperty({ description: 'Position of this page in the list.', type: PageView })
  page!: PageView;
}
