import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { z } from 'zod';
import { evidenceMediaTypes } from '../../domain/card-rail.port.js';
import { idPattern, type IdPrefix } from '../../domain/ids.js';
import { listOf, oneOf, reply, text } from '../../http/reply.js';
import { thingKinds } from './thing-kinds.js';

function IdOf(prefix: IdPrefix, what: string): PropertyDecorator {
  return (target, name) => {
    const pattern = idPattern(prefix);
    ApiProperty({
      description: `Id of the ${what}.`,
      type: 'string',
      pattern: pattern.source,
      example: `${prefix}_01KA0000000000000000000000`,
    })(target, name);
    Matches(pattern, { message: `id must be the id of a ${what}` })(target, name);
  };
}

export class TransactionId {
  @IdOf('txn', 'transaction')
  id!: string;
}

export class RefundId {
  @IdOf('rfd', 'refund')
  id!: string;
}

export class SettlementId {
  @IdOf('stl', 'settlement')
  id!: string;
}

export class DisputeId {
  @IdOf('dsp', 'dispute')
  id!: string;
}

export class DisputeFileIds extends DisputeId {
  @ApiProperty({
    description: 'Id of the file.',
    type: 'string',
    pattern: idPattern('fil').source,
    example: 'fil_01KA0000000000000000000000',
  })
  @Matches(idPattern('fil'), { message: 'fileId must be the id of a file' })
  fileId!: string;
}

/** A file of a merchant for a dispute. Text, so that no browser takes it for a page. */
export const EvidenceContent = reply('EvidenceContent', {
  fileId: text('Id of the file.', 'fil_01KA0000000000000000000000'),
  mediaType: oneOf(evidenceMediaTypes, 'What it is, by its content.', 'application/pdf'),
  content: text('The file, in base64.', 'JVBERi0xLjcK'),
});
export type EvidenceContent = z.infer<typeof EvidenceContent>;

export class AccountId {
  @IdOf('va', 'virtual account')
  id!: string;
}

export class DeliveryId {
  @IdOf('dlv', 'webhook delivery')
  id!: string;
}

export class MerchantId {
  @IdOf('mch', 'merchant')
  id!: string;
}

export class JournalNumber {
  @ApiProperty({
    description: 'Number of the journal.',
    type: 'string',
    pattern: String.raw`^[1-9]\d{0,17}$`,
    example: '4711',
  })
  @Matches(/^[1-9]\d{0,17}$/, { message: 'id must be the number of a journal' })
  id!: string;
}

export const aboutKinds = [...thingKinds, 'ORDER', 'CASE', 'FILE'] as const;

/** What a fact or a row is about: it can be looked up in turn. */
const ThingLink = reply('ThingLink', {
  kind: oneOf(aboutKinds, 'What it is.', 'REFUND'),
  id: text(
    'Its id, the number of a case or journal, an order’s merchant and reference with a `/` between them, or the ids of a dispute and of its file.',
    'rfd_01KA0000000000000000000000',
  ),
});
export type ThingLink = z.infer<typeof ThingLink>;

const about = ThingLink.nullable().meta({
  description: 'What it is about. Null: nothing that can be looked up.',
});

const ThingFact = reply('ThingFact', {
  name: text('Name of the fact.', 'Bank connection'),
  value: text('The fact. Times are Lagos time.', 'simulator'),
  about,
});
export type ThingFact = z.infer<typeof ThingFact>;

const ThingRow = reply('ThingRow', {
  cells: listOf(text(), 'One text for each column.', ['999998261120141233000000000042']),
  about,
});

const ThingList = reply('ThingList', {
  title: text('What is listed.', 'Sendings'),
  columns: listOf(text(), 'Titles of the columns.', ['Session']),
  rows: listOf(ThingRow, 'The rows.'),
});
export type ThingList = z.infer<typeof ThingList>;

/** All about one thing, in words for the telephone. */
export const ThingView = reply('ThingView', {
  kind: oneOf(thingKinds, 'What it is.', 'REFUND'),
  id: text('Its id, or the number of a journal.', 'rfd_01KA0000000000000000000000'),
  title: text('What people call it.', 'Refund BACK-1001 of ADA STORES'),
  status: text('Where it stands, in the words of its kind.', 'SUCCESSFUL').nullable(),
  amountsText: text('The amounts in a sentence.', 'Refund ₦3,000.00 of ₦13,000.00 that was paid.'),
  moneyText: listOf(text(), 'Where the money is now, a sentence for each part of it.', [
    '₦3,000.00 arrived at ADA OBI, First Bank, ******7503.',
  ]),
  facts: listOf(
    ThingFact,
    'What else is known. Account numbers are masked unless you have `accounts:read`.',
  ),
  lists: listOf(ThingList, 'What belongs to it. A list without rows is left out.'),
});
export type ThingView = z.infer<typeof ThingView>;

/** What differs by kind. */
export type ThingWords = Omit<ThingView, 'kind' | 'id'>;
