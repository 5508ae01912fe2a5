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
import { PageQuery, PageView } from '../../http/paging.js';
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

  @EmailField()
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

/** An account number of a customer's own. Schema name of the source document. */
export class StaticAccountData extends NumberedAccount {
  @ApiProperty({ description: 'Your reference for the account.', example: 'CUS-1001' })
  reference!: string;

  @ApiProperty()
  nipInstitutionCode!: string;

  @ApiProperty({ description: 'Always STATIC.', enum: ['STATIC'] })
  type!: 'STATIC';

  @ApiProperty({ enum: staticAccountStatuses })
  status!: Status;

  @ApiProperty()
  currency!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class ListStaticAccountsQuery extends PageQuery {
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

/** Schema name of the source document. */
export class StaticAccountListItem extends StaticAccountData {
  @ApiProperty({
    description:
      'Amount that came in while the account was ACTIVE, in kobo. Refunds are not deducted.',
    example: 1_000_000,
  })
  totalReceived!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastCreditAt!: string | null;
}

/** Schema name of the source document. */
export class PagedStaticAccounts {
  @ApiProperty({ type: [StaticAccountListItem] })
  items!: StaticAccountListItem[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class AccountIdentityView {
  @ApiProperty({
    description: 'BVN: bank verification number. NIN: national identification number.',
    enum: ['BVN', 'NIN'],
  })
  type!: string;

  @ApiProperty({ description: 'Last four digits of the number.', example: '6789' })
  last4!: string;
}

/** Whose account it is, so much as tells two holders apart. */
export class AccountOwnerView {
  @ApiProperty({ type: String, nullable: true, example: 'Ada' })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Obi' })
  lastName!: string | null;

  @ApiProperty({ description: 'E-mail address, masked.', example: 'a**@example.ng' })
  email!: string;

  @ApiProperty({ description: 'Phone number, masked.', example: '**********4567' })
  phoneNumber!: string;

  @ApiProperty({ description: 'The identity number of the holder.', type: AccountIdentityView })
  identity!: AccountIdentityView;
}

export class AccountChangeView {
  @ApiProperty({ description: 'Status after the change.', enum: staticAccountStatuses })
  status!: Status;

  @ApiProperty({
    description: 'Reason that you gave. Null when you gave none.',
    type: String,
    nullable: true,
    example: null,
  })
  reason!: string | null;

  @ApiProperty({ description: 'Time of the change.', format: 'date-time' })
  changedAt!: string;
}

/** A static account as a whole. Schema name of the source document. */
export class VirtualAccountStatic extends StaticAccountListItem {
  @ApiProperty({ description: 'Number of payments while the account was ACTIVE.', example: 1 })
  creditCount!: number;

  @ApiProperty({ type: AccountOwnerView })
  owner!: AccountOwnerView;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;

  @ApiProperty({
    description: 'Changes of the status, the oldest first.',
    type: [AccountChangeView],
  })
  history!: AccountChangeView[];
}
