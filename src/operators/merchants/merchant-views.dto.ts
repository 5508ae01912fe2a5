import { ApiProperty } from '@nestjs/swagger';
import { channelNames } from '../../domain/channels.js';
import { merchantStatuses, type MerchantStatus } from '../../domain/merchant-state.js';
import { PoliciesView } from '../../merchants/settings/policy-fields.js';
import { MerchantProposalView } from './merchant-proposals.dto.js';
import { PageView } from '../../http/paging.js';

const kobo = (description: string, example: number) =>
  ({ description: `${description} In kobo.`, format: 'int64', example }) as const;
const mayBe = <Type>(type: Type, description: string, example: unknown = null) =>
  ({ description, type, nullable: true, example }) as const;

export class ListedMerchantView {
  @ApiProperty({ description: 'Id of the merchant.', example: 'mch_01KA0000000000000000000000' })
  merchantId!: string;

  @ApiProperty({ description: 'Legal name.', example: 'Ada Stores Limited' })
  name!: string;

  @ApiProperty({ description: 'Trading name.', example: 'ADA STORES' })
  tradeName!: string;

  @ApiProperty({
    description:
      'PENDING: takes no payments yet. SUSPENDED: nothing, for now. CLOSED: nothing, for good.',
    enum: merchantStatuses,
  })
  status!: MerchantStatus;

  @ApiProperty({ description: 'When it was made.', format: 'date-time' })
  createdAt!: string;
}

class ContactView {
  @ApiProperty({ description: 'Name of the person.', example: 'Ada Obi' })
  name!: string;

  @ApiProperty({ description: 'E-mail address.', example: 'ada@example.ng' })
  email!: string;

  @ApiProperty({ description: 'Phone number.', example: '+2348031234567' })
  phoneNumber!: string;
}

class ContactsView {
  @ApiProperty(mayBe(ContactView, 'Who answers for the business.'))
  business!: ContactView | null;

  @ApiProperty(mayBe(ContactView, 'Who runs the integration.'))
  technical!: ContactView | null;

  @ApiProperty(mayBe(ContactView, 'Who asks about settlements.'))
  settlement!: ContactView | null;
}

class LimitsView {
  @ApiProperty(kobo('The least that an order may be.', 10_000))
  minAmountMinor!: number;

  @ApiProperty(kobo('The most that an order may be.', 1_000_000_000))
  maxAmountMinor!: number;

  @ApiProperty(mayBe(Number, 'The most that may be received in a day. In kobo.'))
  dailyLimitMinor!: number | null;

  @ApiProperty(mayBe(Number, 'The most that may be paid out on demand in a day. In kobo.'))
  dailySettlementLimitMinor!: number | null;

  @ApiProperty({ description: 'Accounts that may wait for money at once.', example: 100_000 })
  openAccountLimit!: number;
}

class MerchantSettlementView {
  @ApiProperty({ description: 'When it is paid out.', example: 'T1' })
  schedule!: string;

  @ApiProperty(kobo('The least that is paid out.', 100_000))
  minimumPayoutMinor!: number;

  @ApiProperty(kobo('Fee for each payout, without VAT.', 0))
  payoutFeeMinor!: number;
}

class ComingPlanView {
  @ApiProperty({ description: 'Id of the plan.', example: 'transfer-2027' })
  feePlanId!: string;

  @ApiProperty({ description: 'Time from which it holds.', format: 'date-time' })
  from!: string;
}

class MerchantChannelView {
  @ApiProperty({ description: 'A way to pay.', enum: channelNames, example: channelNames[0] })
  channel!: string;

  @ApiProperty(mayBe(Number, 'Its place in checkouts. Null: they do not offer it.', 1))
  place!: number | null;

  @ApiProperty({ description: 'Who bears its fee.', enum: ['MERCHANT', 'CUSTOMER'] })
  feeBearer!: 'MERCHANT' | 'CUSTOMER';

  @ApiProperty(mayBe(String, 'Id of the plan that holds now.', 'transfer-2026'))
  feePlanId!: string | null;

  @ApiProperty({ description: 'Plans that follow.', type: [ComingPlanView] })
  next!: ComingPlanView[];
}

class MerchantPrefixView {
  @ApiProperty({ description: 'First three digits of account numbers.', example: '501' })
  prefix!: string;

  @ApiProperty({ description: 'Whether new numbers are made.', enum: ['ACTIVE', 'SUSPENDED'] })
  status!: 'ACTIVE' | 'SUSPENDED';

  @ApiProperty({ description: 'Whether it is the default.', example: true })
  isDefault!: boolean;
}

class ChecklistView {
  @ApiProperty({ description: 'What has to be there.', example: 'WEBHOOK' })
  item!: string;

  @ApiProperty({ description: 'Whether it is there.', example: false })
  done!: boolean;

  @ApiProperty(mayBe(String, 'What to do.', 'Set the URL for events, and send a test.'))
  todo!: string | null;
}

/** All that operators know of a merchant. */
export class MerchantView extends ListedMerchantView {
  @ApiProperty(mayBe(String, 'Why it has its status, as the operator said.'))
  statusReason!: string | null;

  @ApiProperty({ description: 'When it got its status.', format: 'date-time' })
  statusChangedAt!: string;

  @ApiProperty({ description: 'Whom to ask about what.', type: ContactsView })
  contacts!: ContactsView;

  @ApiProperty({
    description: 'Scopes that only some merchants have.',
    type: [String],
    example: ['transactions:pii'],
  })
  grantedScopes!: string[];

  @ApiProperty({ description: 'Limits.', type: LimitsView })
  limits!: LimitsView;

  @ApiProperty({
    description: 'When and from how much on it is paid out.',
    type: MerchantSettlementView,
  })
  settlement!: MerchantSettlementView;

  @ApiProperty({ description: 'What is done with payments that do not fit.', type: PoliciesView })
  policies!: PoliciesView;

  @ApiProperty({ description: 'Channels with their plans.', type: [MerchantChannelView] })
  channels!: MerchantChannelView[];

  @ApiProperty({ description: 'Prefixes of its account numbers.', type: [MerchantPrefixView] })
  prefixes!: MerchantPrefixView[];

  @ApiProperty({
    description: 'Changes that wait for a second operator.',
    type: [MerchantProposalView],
  })
  proposals!: MerchantProposalView[];

  @ApiProperty({
    description: 'What has to be there before it takes payments in the live environment.',
    type: [ChecklistView],
  })
  checklist!: ChecklistView[];
}

export class MerchantPage {
  @ApiProperty({ description: 'The merchants of this page.', type: [ListedMerchantView] })
  items!: ListedMerchantView[];

  @ApiProperty({ description: 'Position of this page in the list.', type: PageView })
  page!: PageView;
}

/** What MERCHANT_NOT_READY carries. */
export class MissingItems {
  @ApiProperty({
    description: 'Items of the checklist that are missing.',
    type: [String],
    example: ['WEBHOOK'],
  })
  missing!: string[];
}

class LeftView {
  @ApiProperty({ description: 'What is left.', example: 'CHECKOUTS' })
  item!: string;

  @ApiProperty({ description: 'How many of them.', example: 2 })
  count!: number;
}

/** What MERCHANT_HAS_OPEN_ITEMS carries. */
export class LeftItems {
  @ApiProperty({ description: 'What keeps it from being closed.', type: [LeftView] })
  left!: LeftView[];
}
