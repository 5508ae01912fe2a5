import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { z } from 'zod';
import { listOf, flag, oneOf, reply, text, time, whole } from '../../http/reply.js';
import { NumberQuery } from '../../http/query-fields.js';
import { allKinds, matches, merchantKinds } from './found-thing.js';

export const searchSize = { default: 5, max: 20 } as const;

export class SearchQuery {
  @ApiProperty({
    description:
      'What you know: a reference or the beginning of a part of it, a name, an e-mail address, a phone number, an account number, a session id, an amount, an id. Several words must all fit.',
    type: 'string',
    minLength: 1,
    maxLength: 100,
    example: 'amaka obi',
  })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  q!: string;

  @NumberQuery(
    { min: 1, max: searchSize.max },
    {
      description: 'Number of items of each kind.',
      default: searchSize.default,
      example: searchSize.default,
    },
  )
  size?: number;
}

const found = {
  id: text('Id of what was found.', 'chk_01KA0000000000000000000000'),
  reference: text(
    'What people call it: a reference, an account number, the type of an event.',
    'ORD-1001',
  ),
  paymentReference: text('Your reference for the order that it belongs to.', 'ORD-1001').nullable(),
  name: text('Name of the customer, the sender or the receiver.', 'Amaka Obi').nullable(),
  amount: whole('Amount, in kobo.', 1_000_000).nullable(),
  currency: text().meta({ example: 'NGN' }).nullable(),
  status: text('Where it stands, in the words of its kind.', 'SUCCESSFUL').nullable(),
  at: time('When it was made or received.', '2026-11-20T14:12:33.000Z'),
  matched: oneOf(matches, 'What it was found by.', 'WORDS'),
};
const kindText = 'What it is.';
const itemsText = 'The best come first, then the newest.';
const moreText = 'Whether there are more than these.';

/** One thing that was found. */
export const SearchItem = reply('SearchItem', found);

export const SearchGroup = reply('SearchGroup', {
  kind: oneOf(merchantKinds, kindText, 'ORDER'),
  items: listOf(SearchItem, itemsText),
  hasMore: flag(moreText, false),
});

export const SearchData = reply('SearchData', {
  groups: listOf(
    SearchGroup,
    'What was found, by kind. A kind of which nothing was found is left out.',
  ),
});
export type SearchData = z.infer<typeof SearchData>;

/** One thing that was found, of any merchant. */
export const FoundItem = reply('FoundItem', {
  ...found,
  merchantId: text('Id of the merchant.', 'mch_01KA0000000000000000000000').nullable(),
  merchantName: text('Trade name of the merchant.', 'ADA STORES').nullable(),
});
export type FoundItem = z.infer<typeof FoundItem>;

export const FoundGroup = reply('FoundGroup', {
  kind: oneOf(allKinds, kindText, 'ORDER'),
  items: listOf(FoundItem, itemsText),
  hasMore: flag(moreText, false),
});
export type FoundGroup = z.infer<typeof FoundGroup>;

export const FoundData = reply('FoundData', {
  groups: listOf(
    FoundGroup,
    'What was found, by kind. A kind of which nothing was found is left out.',
  ),
});
export type FoundData = z.infer<typeof FoundData>;
