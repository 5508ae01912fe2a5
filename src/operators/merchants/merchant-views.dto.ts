import { feeBearers } from '../../domain/fee-bearer.js';
import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { channelNames } from '../../domain/channels.js';
import { merchantStatuses } from '../../domain/merchant-state.js';
import { ContactsView } from '../../merchants/settings/message-settings.dto.js';
import { PoliciesView } from '../../merchants/settings/policy-fields.js';
import { MerchantProposalView } from './merchant-proposals.dto.js';
import { listReply } from '../../http/paging.js';

export const ListedMerchantView = reply('ListedMerchantView', {
  merchantId: text('Id of the merchant.', 'mch_01KA0000000000000000000000'),
  name: text('Legal name.', 'Ada Stores Limited'),
  tradeName: text('Trading name.', 'ADA STORES'),
  status: oneOf(
    merchantStatuses,
    'PENDING: takes no payments yet. SUSPENDED: nothing, for now. CLOSED: nothing, for good.',
  ),
  createdAt: time('When it was made.'),
});
export type ListedMerchantView = z.infer<typeof ListedMerchantView>;

const LimitsView = reply('LimitsView', {
  minAmountMinor: whole('The least that an order may be. In kobo.', 10_000),
  maxAmountMinor: whole('The most that an order may be. In kobo.', 1_000_000_000),
  dailyLimitMinor: whole('The most that may be received in a day. In kobo.', null).nullable(),
  dailySettlementLimitMinor: whole(
    'The most that may be paid out on demand in a day. In kobo.',
    null,
  ).nullable(),
  openAccountLimit: whole('Accounts that may wait for money at once.', 100_000),
});

const MerchantSettlementView = reply('MerchantSettlementView', {
  schedule: text('When it is paid out.', 'T1'),
  minimumPayoutMinor: whole('The least that is paid out. In kobo.', 100_000),
  payoutFeeMinor: whole('Fee for each payout, without VAT. In kobo.', 0),
});

const ComingPlanView = reply('ComingPlanView', {
  feePlanId: text('Id of the plan.', 'transfer-2027'),
  from: time('Time from which it holds.'),
});

const MerchantChannelView = reply('MerchantChannelView', {
  channel: oneOf(channelNames, 'A way to pay.', channelNames[0]),
  place: whole('Its place in checkouts. Null: they do not offer it.', 1).nullable(),
  feeBearer: oneOf(feeBearers, 'Who bears its fee.'),
  feePlanId: text('Id of the plan that holds now.', 'transfer-2026').nullable(),
  next: listOf(ComingPlanView, 'Plans that follow.'),
});

const MerchantPrefixView = reply('MerchantPrefixView', {
  prefix: text('First three digits of account numbers.', '501'),
  status: oneOf(['ACTIVE', 'SUSPENDED'], 'Whether new numbers are made.'),
  isDefault: flag('Whether it is the default.', true),
});

const ChecklistView = reply('ChecklistView', {
  item: text('What has to be there.', 'WEBHOOK'),
  done: flag('Whether it is there.', false),
  todo: text('What to do.', 'Set the URL for events, and send a test.').nullable(),
});

/** All that operators know of a merchant. */
export const MerchantView = reply('MerchantView', {
  ...ListedMerchantView.shape,
  statusReason: text('Why it has its status, as the operator said.', null).nullable(),
  statusChangedAt: time('When it got its status.'),
  isImportant: flag('Whether operators are told at once when its webhooks fail.', false),
  contacts: ContactsView.meta({ description: 'Whom to ask about what.' }),
  grantedScopes: listOf(text(), 'Scopes that only some merchants have.', ['transactions:pii']),
  limits: LimitsView.meta({ description: 'Limits.' }),
  settlement: MerchantSettlementView.meta({
    description: 'When and from how much on it is paid out.',
  }),
  policies: PoliciesView.meta({ description: 'What is done with payments that do not fit.' }),
  channels: listOf(MerchantChannelView, 'Channels with their plans.'),
  prefixes: listOf(MerchantPrefixView, 'Prefixes of its account numbers.'),
  proposals: listOf(MerchantProposalView, 'Changes that wait for a second operator.'),
  checklist: listOf(
    ChecklistView,
    'What has to be there before it takes payments in the live environment.',
  ),
});
export type MerchantView = z.infer<typeof MerchantView>;

export const MerchantPage = listReply(
  'MerchantPage',
  ListedMerchantView,
  'The merchants of this page.',
);
export type MerchantPage = z.infer<typeof MerchantPage>;

/** The data of MERCHANT_NOT_READY. */
export const MissingItems = reply('MissingItems', {
  missing: listOf(text(), 'Items of the checklist that are missing.', ['WEBHOOK']),
});

const LeftView = reply('LeftView', {
  item: text('What is left.', 'CHECKOUTS'),
  count: whole('How many of them.', 2),
});

/** The data of MERCHANT_HAS_OPEN_ITEMS. */
export const LeftItems = reply('LeftItems', {
  left: listOf(LeftView, 'What keeps it from being closed.'),
});
