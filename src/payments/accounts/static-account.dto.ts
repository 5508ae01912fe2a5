import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import {
  identityPattern,
  paymentReferencePattern,
  referenceRule,
  prefixPattern,
} from '../../domain/reference.js';
import { NumberedAccount } from '../checkouts/account-data.js';
import { EmailField, MetadataField, PhoneField, PrefixField, Rule } from '../../http/fields.js';
import { OptionalAccountNameField, OptionalPersonNameField } from '../../http/name-fields.js';
import { listReply } from '../../http/paging.js';
import { FileQuery } from '../../http/list-file.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

export const staticAccountStatuses = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
type Status = (typeof staticAccountStatuses)[number];

/** Never shown again, nor logged: only a hash and the last four digits are kept. */
function IdentityField(description: string, example: string | null): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'string',
      pattern: identityPattern.source,
      writeOnly: true,
      nullable: true,
      example,
    }),
    IsOptional(),
    IsString(),
    Matches(identityPattern, { message: 'value must be eleven digits' }),
  );
}

export class StaticAccountRequest {
  @ApiProperty({
    description: 'Your reference for the account. The same reference again gets the same account.',
    type: 'string',
    pattern: paymentReferencePattern.source,
    example: 'CUS-1001',
  })
  @IsString()
  @Matches(paymentReferencePattern, {
    message: `reference ${referenceRule}`,
  })
  reference!: string;

  @PrefixField()
  prefix!: string;

  @OptionalAccountNameField(
    'Name of the holder, a person or a firm. The payer sees it after your name. Needed unless you send `firstName` and `lastName`.',
    'Ada Obi',
  )
  accountName?: string | null;

  @OptionalPersonNameField('Legal first name of the holder.', 'Ada')
  firstName?: string | null;

  @OptionalPersonNameField('Legal last name of the holder.', 'Obi')
  lastName?: string | null;

  @EmailField('E-mail address of the customer.')
  email!: string;

  @PhoneField()
  phoneNumber!: string;

  @IdentityField(
    'Bank verification number of the holder. Send this or `nin`. It is never shown again.',
    '22123456789',
  )
  bvn?: string | null;

  @IdentityField('National identification number of the holder. It replaces `bvn`.', null)
  @Rule('isAlone', 'cannot be sent together with bvn', isWithoutBvn)
  nin?: string | null;

  @MetadataField()
  metadata?: Record<string, string> | null;
}

function isWithoutBvn(_nin: unknown, request: object): boolean {
  return ((request as StaticAccountRequest).bvn ?? null) === null;
}

/** An account number of a customer's own. The schema has its name from the source document. */
export const StaticAccountData = reply('StaticAccountData', {
  ...NumberedAccount.shape,
  reference: text('Your reference for the account.', 'CUS-1001'),
  nipInstitutionCode: text(),
  type: oneOf(['STATIC'], 'Always STATIC.'),
  status: oneOf(staticAccountStatuses),
  currency: text(),
  createdAt: time(),
});
export type StaticAccountData = z.infer<typeof StaticAccountData>;

export class ListStaticAccountsQuery extends FileQuery {
  @EnumQuery(staticAccountStatuses, { description: 'Only accounts with this status.' })
  status?: Status;

  @PatternQuery(prefixPattern, 'must be three digits', {
    description: 'Only numbers with this prefix.',
    example: '501',
  })
  prefix?: string;

  @PatternQuery(/^\S.{0,98}\S$/u, 'must be 2 to 100 characters', {
    description: 'A whole account number or reference, or the beginnings of words of the name.',
    example: 'ada',
  })
  q?: string;
}

/** The schema has its name from the source document. */
export const StaticAccountListItem = reply('StaticAccountListItem', {
  ...StaticAccountData.shape,
  totalReceived: whole(
    'Amount that came in while the account was ACTIVE, in kobo. Refunds are not deducted.',
    1_000_000,
  ),
  lastCreditAt: time().nullable(),
});
export type StaticAccountListItem = z.infer<typeof StaticAccountListItem>;

/** The schema has its name from the source document. */
export const PagedStaticAccounts = listReply('PagedStaticAccounts', StaticAccountListItem);
export type PagedStaticAccounts = z.infer<typeof PagedStaticAccounts>;

export const AccountIdentityView = reply('AccountIdentityView', {
  type: oneOf(
    ['BVN', 'NIN'],
    'BVN: bank verification number. NIN: national identification number.',
  ),
  last4: text('Last four digits of the number.', '6789'),
});

/** The holder of the account, with just enough data to tell two holders apart. */
export const AccountOwnerView = reply('AccountOwnerView', {
  firstName: text().nullable(),
  lastName: text().nullable(),
  email: text('E-mail address, masked.', 'a**@example.ng'),
  phoneNumber: text('Phone number, masked.', '**********4567'),
  identity: AccountIdentityView.meta({ description: 'The identity number of the holder.' }),
});

export const AccountChangeView = reply('AccountChangeView', {
  status: oneOf(staticAccountStatuses, 'Status after the change.'),
  reason: text('Reason that you gave. Null when you gave none.', null).nullable(),
  changedAt: time('Time of the change.'),
});

/** A static account as a whole. The schema has its name from the source document. */
export const VirtualAccountStatic = reply('VirtualAccountStatic', {
  ...StaticAccountListItem.shape,
  creditCount: whole('Number of payments while the account was ACTIVE.', 1),
  owner: AccountOwnerView,
  metadata: z.record(z.string(), z.string()),
  history: listOf(AccountChangeView, 'Changes of the status, the oldest first.'),
});
export type VirtualAccountStatic = z.infer<typeof VirtualAccountStatic>;
