import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  ValidateNested,
} from 'class-validator';
import { z } from 'zod';
import { isMailAddress, isSenderName } from '../../domain/message-address.js';
import {
  messageChannels,
  mutableMessageKinds,
  type MutableMessageKind,
  type PayerMessageKind,
  payerMessageKinds,
  summaryPeriods,
  type SummaryPeriod,
} from '../../domain/message-kinds.js';
import { type PageLocale, pageLocales } from '../../domain/page-locale.js';
import { emailSchema, OptionalTextField, Rule } from '../../http/fields.js';
import { flag, listOf, oneOf, reply, text } from '../../http/reply.js';

const kindSchema = {
  description:
    'What the customer is told. RECEIPT: the order is paid. TOO_LITTLE, TOO_MUCH, LATE, TWICE: money that does not fit. REFUND_STARTED, REFUND_DONE, REFUND_NEEDS_ACCOUNT: a refund. DISPUTE_REFUND: a disputed payment was given back.',
  enum: payerMessageKinds,
  example: 'RECEIPT',
} as const;
const emailWords = 'An e-mail is sent. Without it: true.';
const smsWords = 'An SMS is sent. Without it: false.';
const copyWords = 'A copy of the e-mail goes to `copyTo`. Without it: false.';
const senderNameWords =
  'Name that e-mails come from. It must not be the name of another business or a bank.';
const replyToWords = 'Where answers of customers go.';
const copyToWords = 'Where copies go.';
const summaryWords =
  'How often your business contact is told what came in and went out. Without it: DAILY.';
const mutedWords =
  'What your contacts are not told. Changes of accounts, endpoints, keys and rights they are always told.';
const localeWords = 'Language of messages about orders that name none.';

function OptionalMailField(description: string): PropertyDecorator {
  return applyDecorators(
    OptionalTextField(
      { min: 6, max: 254, form: 'EXACT' },
      { description, ...emailSchema, nullable: true },
    ),
    Rule(
      'isEmail',
      'must be one e-mail address in plain letters',
      (value) => typeof value === 'string' && isMailAddress(value),
    ),
  );
}

function OptionalFlag(description: string, example: boolean): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ description, example }), IsOptional(), IsBoolean());
}

export class KindChoiceRequest {
  @ApiProperty(kindSchema)
  @IsIn(payerMessageKinds, { message: `kind must be one of ${payerMessageKinds.join(', ')}` })
  kind!: PayerMessageKind;

  @OptionalFlag(emailWords, true)
  email?: boolean | null;

  @OptionalFlag(smsWords, false)
  sms?: boolean | null;

  @OptionalFlag(copyWords, false)
  copy?: boolean | null;
}

/** What is left out has its default. */
export class MessageSettingsRequest {
  @OptionalTextField(
    { min: 2, max: 60 },
    { description: senderNameWords, example: 'Ada Stores', nullable: true },
  )
  @Rule(
    'isText',
    'must be a name in Latin letters, without @, quotes, brackets or an Internet address',
    (value) => typeof value === 'string' && isSenderName(value),
  )
  senderName?: string | null;

  @OptionalMailField(replyToWords)
  replyTo?: string | null;

  @OptionalMailField(copyToWords)
  copyTo?: string | null;

  @ApiPropertyOptional({ description: localeWords, enum: pageLocales, example: 'en' })
  @IsOptional()
  @IsIn(pageLocales, { message: `locale must be one of ${pageLocales.join(', ')}` })
  locale?: PageLocale | null;

  @ApiPropertyOptional({
    description: 'What is told, and how. A kind that you leave out has its defaults.',
    type: [KindChoiceRequest],
    maxItems: payerMessageKinds.length,
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(payerMessageKinds.length)
  @Rule('arrayUnique', 'must name each kind once', eachOnce)
  @ValidateNested({ each: true })
  @Type(() => KindChoiceRequest)
  kinds?: KindChoiceRequest[] | null;

  @ApiPropertyOptional({ description: summaryWords, enum: summaryPeriods, example: 'DAILY' })
  @IsOptional()
  @IsIn(summaryPeriods, { message: `summary must be one of ${summaryPeriods.join(', ')}` })
  summary?: SummaryPeriod | null;

  @ApiPropertyOptional({
    description: `${mutedWords} Without it: none of them.`,
    enum: mutableMessageKinds,
    isArray: true,
    maxItems: mutableMessageKinds.length,
    uniqueItems: true,
    example: ['WEBHOOK_BACK'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(mutableMessageKinds.length)
  @ArrayUnique()
  @IsIn(mutableMessageKinds, {
    each: true,
    message: `muted must hold only ${mutableMessageKinds.join(', ')}`,
  })
  muted?: MutableMessageKind[] | null;
}

function eachOnce(value: unknown): boolean {
  if (!Array.isArray(value)) return true;
  return new Set(value.map((each: KindChoiceRequest) => each?.kind)).size === value.length;
}

const ContactView = reply('ContactView', {
  name: text('Name of the person.', 'Ada Obi'),
  email: text('E-mail address.', 'ada@example.ng'),
  phoneNumber: text('Phone number.', '+2348031234567'),
});

export const ContactsView = reply('ContactsView', {
  business: ContactView.nullable().meta({
    description: 'Who answers for the business.',
    example: null,
  }),
  technical: ContactView.nullable().meta({
    description: 'Who runs the integration.',
    example: null,
  }),
  settlement: ContactView.nullable().meta({
    description: 'Who asks about settlements.',
    example: null,
  }),
});
export type ContactsView = z.infer<typeof ContactsView>;

const KindChoiceView = reply('KindChoiceView', {
  kind: oneOf(payerMessageKinds, kindSchema.description, kindSchema.example),
  email: flag('An e-mail is sent.', true),
  sms: flag('An SMS is sent.', false),
  copy: flag('A copy of the e-mail goes to `copyTo`.', false),
});

export const MessageSettingsView = reply('MessageSettingsView', {
  senderName: text('Name that e-mails come from. Null: your operator’s.', 'Ada Stores').nullable(),
  replyTo: text(`${replyToWords} Null: nowhere.`, 'help@adastores.example.ng').nullable(),
  copyTo: text(`${copyToWords} Null: nowhere.`, null).nullable(),
  locale: oneOf(pageLocales, `${localeWords} Null: English.`, 'en').nullable(),
  kinds: listOf(KindChoiceView, 'What is told, and how.'),
  summary: oneOf(summaryPeriods, summaryWords, 'DAILY'),
  muted: listOf(oneOf(mutableMessageKinds), mutedWords, ['WEBHOOK_BACK']),
  channels: listOf(
    oneOf(messageChannels),
    'Ways by which your operator sends messages. By another one nothing is sent, whatever is chosen.',
    ['EMAIL'],
  ),
  contacts: ContactsView.meta({
    description: 'Your people, who are told what concerns you. Your operator changes them.',
  }),
});
export type MessageSettingsView = z.infer<typeof MessageSettingsView>;
