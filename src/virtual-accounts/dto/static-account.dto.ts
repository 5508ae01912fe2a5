import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, Matches } from 'class-validator';
import {
  accountNamePattern,
  identityPattern,
  paymentReferencePattern,
  referenceRule,
  personNamePattern,
  prefixPattern,
} from '../../domain/reference.js';
import { NumberedAccount } from '../../http/account-data.js';
import { EmailField, MetadataField, PhoneField, PrefixField, Rule } from '../../http/fields.js';
import { NamedEnvelope } from '../../http/named-response.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

export const staticAccountStatuses = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
type Status = (typeof staticAccountStatuses)[number];

/** Part of the holder's name, in NFC. */
function OptionalNameField(
  pattern: RegExp,
  length: { min: number; max: number },
  sentence: string,
  schema: { description: string; example: string },
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      minLength: length.min,
      maxLength: length.max,
      ...schema,
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.length < 500 ? value.normalize('NFC').trim() : value,
    ),
    IsString(),
    Matches(pattern, { message: `name ${sentence}` }),
  );
}

const personLength = { min: 1, max: 50 };
const personSentence = 'must be 1 to 50 letters, spaces, apostrophes, hyphens or full stops';

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
    description: 'Your own name for the account, unique for ever: the same again is a replay.',
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

  @OptionalNameField(
    accountNamePattern,
    { min: 2, max: 100 },
    'must be 2 to 100 letters, digits, spaces or signs of a name',
    {
      description:
        'The holder, a person or a firm; what payers see is this after your own name. Needed unless firstName and lastName are sent.',
      example: 'Ada Obi',
    },
  )
  accountName?: string | null;

  @OptionalNameField(personNamePattern, personLength, personSentence, {
    description: "The holder's legal first name.",
    example: 'Ada',
  })
  firstName?: string | null;

  @OptionalNameField(personNamePattern, personLength, personSentence, {
    description: "The holder's legal last name.",
    example: 'Obi',
  })
  lastName?: string | null;

  @EmailField()
  email!: string;

  @PhoneField()
  phoneNumber!: string;

  @IdentityField(
    "The holder's bank verification number. This or `nin` must be sent. Never shown again.",
    '22123456789',
  )
  bvn?: string | null;

  @IdentityField("The holder's national identification number, in place of `bvn`.", null)
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
  @ApiProperty({ example: 'CUS-1001' })
  reference!: string;

  @ApiProperty({ description: "The bank's code on NIP." })
  nipInstitutionCode!: string;

  @ApiProperty({ enum: ['STATIC'] })
  type!: 'STATIC';

  @ApiProperty({
    enum: staticAccountStatuses,
    description: 'SUSPENDED and CLOSED take no money; only CLOSED is for good.',
  })
  status!: Status;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** Schema name of the source document. */
export class CreateStaticVirtualAccountResponse extends NamedEnvelope {
  @ApiProperty({ type: StaticAccountData })
  data!: StaticAccountData;
}

export class ListStaticAccountsQuery extends PageQuery {
  @EnumQuery(staticAccountStatuses, { description: 'Whether it takes money.' })
  status?: Status;

  @PatternQuery(prefixPattern, 'must be three digits', {
    description: 'Numbers that begin so.',
    example: '501',
  })
  prefix?: string;

  @PatternQuery(/^\S.{0,98}\S$/u, 'must be 2 to 100 characters', {
    description:
      "A whole account number or reference, or words of the holder's name or their beginnings.",
    example: 'ada',
  })
  q?: string;
}

/** Schema name of the source document. */
export class StaticAccountListItem extends StaticAccountData {
  @ApiProperty({
    description: 'What came in while it was ACTIVE, in kobo; refunds are not taken off.',
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

/** Schema name of the source document. */
export class ListStaticVirtualAccountsResponse extends NamedEnvelope {
  @ApiProperty({ type: PagedStaticAccounts })
  data!: PagedStaticAccounts;
}

export class AccountIdentityView {
  @ApiProperty({ enum: ['BVN', 'NIN'] })
  type!: string;

  @ApiProperty({ example: '6789' })
  last4!: string;
}

/** Whose account it is, so much as tells two holders apart. */
export class AccountOwnerView {
  @ApiProperty({ type: String, nullable: true, example: 'Ada' })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Obi' })
  lastName!: string | null;

  @ApiProperty({ description: 'Masked.', example: 'a**@example.ng' })
  email!: string;

  @ApiProperty({ description: 'Masked.', example: '**********4567' })
  phoneNumber!: string;

  @ApiProperty({ type: AccountIdentityView })
  identity!: AccountIdentityView;
}

export class AccountChangeView {
  @ApiProperty({ enum: staticAccountStatuses, description: 'What it became.' })
  status!: Status;

  @ApiProperty({ type: String, nullable: true, description: 'As you told it.', example: null })
  reason!: string | null;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}

/** A static account as a whole. Schema name of the source document. */
export class VirtualAccountStatic extends StaticAccountListItem {
  @ApiProperty({ description: 'Transfers that came in while it was ACTIVE.', example: 1 })
  creditCount!: number;

  @ApiProperty({ type: AccountOwnerView })
  owner!: AccountOwnerView;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: {} })
  metadata!: Record<string, string>;

  @ApiProperty({ type: [AccountChangeView], description: 'Oldest first.' })
  history!: AccountChangeView[];
}
