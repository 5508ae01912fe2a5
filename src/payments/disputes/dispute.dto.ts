import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import {
  disputeKinds,
  disputeStatuses,
  type DisputeKind,
  type DisputeStatus,
} from '../../domain/dispute-state.js';
import { idPattern } from '../../domain/ids.js';
import { paymentReferencePattern } from '../../domain/reference.js';
import { DisputeAnswer } from './dispute-answer.js';
import { EvidenceFileView } from './evidence-file.js';
import { listReply } from '../../http/paging.js';
import { ChangesQuery } from '../../http/list-file.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

export class DisputeParameters {
  @ApiProperty({
    pattern: '^dsp_[0-9A-HJKMNP-TV-Z]{26}$',
    example: 'dsp_01KA0000000000000000000000',
  })
  @IsString()
  @Matches(/^dsp_[0-9A-HJKMNP-TV-Z]{26}$/, { message: 'disputeId must be the id of a dispute' })
  disputeId!: string;
}

export class DisputeFileParameters extends DisputeParameters {
  @ApiProperty({
    description: 'Id of the file.',
    type: 'string',
    pattern: idPattern('fil').source,
    example: 'fil_01KA0000000000000000000000',
  })
  @Matches(idPattern('fil'), { message: 'fileId must be the id of a file' })
  fileId!: string;
}

export class ListDisputesQuery extends ChangesQuery {
  @EnumQuery(disputeStatuses, { description: 'Only disputes with this status.' })
  status?: DisputeStatus;

  @EnumQuery(disputeKinds, {
    description: 'Only disputes of this kind.',
    example: 'CHARGEBACK',
  })
  kind?: DisputeKind;

  @PatternQuery(paymentReferencePattern, 'must be a transactionReference or a paymentReference', {
    description: 'Only disputes of this transaction or order.',
    example: 'ORD-1001',
  })
  reference?: string;
}

/** A payment that was disputed or taken back. */
export const DisputeView = reply('DisputeView', {
  disputeId: text(),
  kind: oneOf(disputeKinds, 'Kind of the dispute.', 'CHARGEBACK'),
  status: oneOf(disputeStatuses),
  reason: text(
    'Why the card holder disputes the payment. Null when nobody said.',
    'Goods not received',
  ).nullable(),
  transactionReference: text(),
  paymentReference: text(
    'Your reference for the order. Null when the payment belongs to no order.',
    'ORD-1001',
  ).nullable(),
  checkoutId: text().nullable(),
  amount: whole('Amount that is disputed or was taken back, in kobo.'),
  amountFormatted: text(),
  currency: text(),
  evidenceDueAt: time(
    'Time until which the card acquirer takes your answer. Null when it named none, and for a recall.',
    '2026-11-27T14:00:00.000Z',
  ).nullable(),
  openedAt: time('Time at which the dispute was opened.', '2026-11-20T14:00:00.000Z'),
  closedAt: time('Time at which the dispute was decided. Null while it is open.', null).nullable(),
  files: listOf(EvidenceFileView, 'Files that you have uploaded for it.'),
  answer: DisputeAnswer.nullable().meta({
    description: 'Your last answer. Null when you have not answered.',
  }),
  nextActions: listOf(
    text(),
    'What you can do now: `accept` and `evidence`, or nothing when the dispute cannot be answered.',
    ['accept', 'evidence'],
  ),
});
export type DisputeView = z.infer<typeof DisputeView>;

export const DisputePage = listReply('DisputePage', DisputeView);
export type DisputePage = z.infer<typeof DisputePage>;
