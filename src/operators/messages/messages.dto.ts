import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { z } from 'zod';
import { idPattern } from '../../domain/ids.js';
import {
  messageChannels,
  messageRecipients,
  messageStatuses,
  messageKinds,
} from '../../domain/message-kinds.js';
import { Rule, TextField, written } from '../../http/fields.js';
import { listReply, PageQuery } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';
import { flag, oneOf, reply, text, time, whole } from '../../http/reply.js';

const messagePattern = idPattern('msg');

export class MessageParameters {
  @ApiProperty({
    description: 'Id of the message.',
    type: 'string',
    pattern: messagePattern.source,
    example: 'msg_01KA0000000000000000000000',
  })
  @Matches(messagePattern, { message: 'messageId must be the id of a message' })
  messageId!: string;
}

export class ListMessagesQuery extends PageQuery {
  @AboutQuery()
  about?: string;

  @EnumQuery(messageStatuses, { description: 'What became of it.', example: 'BOUNCED' })
  status?: (typeof messageStatuses)[number];
}

function AboutQuery(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description:
        'Reference or id of an order, id of a transaction, a refund, a dispute or a message, or the e-mail address of a payer.',
      ...{ type: 'string', maxLength: 254, example: 'ORD-1001' },
    }),
    IsOptional(),
    IsString(),
    MaxLength(254),
    written((text) => text.trim()),
  );
}

export class MessageReasonRequest {
  @TextField(
    { max: 500, form: 'LINES' },
    { description: 'Why. Name no payer.', example: 'The customer has lost it.' },
  )
  @Rule('isText', 'must say why', (value) => typeof value === 'string' && value.trim() !== '')
  reason!: string;
}

const listed = {
  messageId: text('Id of the message.', 'msg_01KA0000000000000000000000'),
  kind: oneOf(messageKinds, 'What it tells.', 'RECEIPT'),
  cause: text(
    'Id of what it tells of: an order, a transaction, a refund or a dispute.',
    'chk_01KA0000000000000000000000',
  ),
  recipient: oneOf(
    messageRecipients,
    'To whom. COPY: to the merchant, what a payer was told.',
    'PAYER',
  ),
  channel: oneOf(messageChannels, 'By which way.', 'EMAIL'),
  merchantId: text(
    'The merchant whose it is. Null: it is about the whole installation.',
    'mch_01KA0000000000000000000000',
  ).nullable(),
  merchantName: text('Trading name of the merchant.', 'ADA STORES').nullable(),
  paymentReference: text('The merchant’s reference of the order.', 'ORD-1001').nullable(),
  status: oneOf(
    messageStatuses,
    'PENDING: it waits. SENDING: an attempt is under way. ACCEPTED: the mail server or gateway has it. DELIVERED: the phone has it. REFUSED: for good. BOUNCED: it came back. GIVEN_UP: all attempts have failed. NOT_SENT: it was not to be sent.',
    'ACCEPTED',
  ),
  reason: text('Why it waits, was refused, or is not sent.', null).nullable(),
  attempts: whole('How often it was tried.', 1),
  dueAt: time('With PENDING: when it is tried next.').nullable(),
  sender: text('By which sender.', 'smtp').nullable(),
  createdAt: time('When it was written.'),
  endedAt: time('When it was over.').nullable(),
};

export const ListedMessageView = reply('ListedMessageView', listed);
export type ListedMessageView = z.infer<typeof ListedMessageView>;

export const MessageView = reply('MessageView', {
  ...listed,
  address: text(
    'Where it goes. Whole only for who may read payloads. Null: the payer was erased.',
    'a**@example.ng',
  ).nullable(),
  addressRefused: oneOf(
    ['REFUSED', 'BOUNCED', 'COMPLAINED'],
    'Why its address gets no messages. Null: it gets them.',
    null,
  ).nullable(),
  addressRefusedAt: time('Since when.', null).nullable(),
  isKept: flag('It is kept as it would have been sent, for the desk. Only in the sandbox.', false),
});
export type MessageView = z.infer<typeof MessageView>;

export const SentAgainView = reply('SentAgainView', {
  messageId: text('Id of the new message.', 'msg_01KA0000000000000000000000'),
});
export type SentAgainView = z.infer<typeof SentAgainView>;

export const MessagePage = listReply(
  'MessagePage',
  ListedMessageView,
  'The messages of this page.',
);
export type MessagePage = z.infer<typeof MessagePage>;
