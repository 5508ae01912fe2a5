import { z } from 'zod';
import { reply, text, whole, time, oneOf } from '../../http/reply.js';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { PageQuery, listReply } from '../../http/paging.js';
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

export const AuditEntryView = reply('AuditEntryView', {
  auditId: whole('Number of the entry.', 42),
  at: time('When.', '2026-11-20T14:12:33.000Z'),
  actorKind: oneOf(
    ['OPERATOR', 'KEY', 'COMMAND', 'PERSON'],
    'An operator, a key of a merchant, a command on the database, or one of a merchant’s people.',
  ),
  actor: text('Name of the operator, client id, or login.', 'Ada'),
  action: text('What was done.', 'operator.role'),
  subjectKind: text('What kind of thing was changed.', 'operator'),
  subject: text('Which one.', 'opr_01KA0000000000000000000000'),
  subjectName: text(
    'The name that the operator or bank has now; of a session or token, that of its operator. Null: it is about something else.',
    'Ada',
  ).nullable(),
  merchantId: text('The merchant whose it is.', 'mch_01KA0000000000000000000000').nullable(),
  merchantName: text('The name that this merchant has now.', 'Opal Foods').nullable(),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      description: 'How it stood before. Null: it was not there.',
      example: { role: 'viewer' },
    }),
  after: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'How it stands since. Null: it is gone.', example: { role: 'viewer' } }),
  reason: text('Why.', 'Left the company.').nullable(),
  partner: text('The second operator of what asks for two.', 'Bola').nullable(),
  door: oneOf(['API', 'CLI', 'DESK', 'COMMAND', 'TEMPORAL', 'PORTAL'], 'By which door.'),
  address: text('Address of the caller.', '192.0.2.7').nullable(),
});
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const AuditEntriesPage = listReply(
  'AuditEntriesPage',
  AuditEntryView,
  'The entries of this page.',
);
export type AuditEntriesPage = z.infer<typeof AuditEntriesPage>;
