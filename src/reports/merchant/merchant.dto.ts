import { z } from 'zod';
import { channelNames } from '../../domain/channels.js';
import { feeBearers } from '../../domain/fee-bearer.js';
import { merchantStatuses } from '../../domain/merchant-state.js';
import { flag, listOf, oneOf, reply, text, time, whole } from '../../http/reply.js';
import { ContactsView } from '../../merchants/settings/message-settings.dto.js';
import { SettlementSettingsView } from '../../merchants/settings/settlement-settings.dto.js';
import {
  checklistAdvice,
  type ChecklistItem,
} from '../../operators/merchants/merchant-standing.js';

export const checklistItems = Object.keys(checklistAdvice) as ChecklistItem[];

const ChecklistItemView = reply('ChecklistItem', {
  item: oneOf(checklistItems, 'What has to be there.', 'WEBHOOK'),
  done: flag('Whether it is there.', true),
  todo: text('What to do. Null when it is done.', null).nullable(),
});

const MerchantFeePlanView = reply('MerchantFeePlan', {
  feePlanId: text('Id of the plan.', 'transfer-2026'),
  from: time('Time from which it holds. Null: it holds now.', null).nullable(),
  rateBps: whole('Rate in basis points: 100 is 1 %.', 100),
  flat: whole('Added to the part of the rate, in kobo.', 0),
  flatWaivedBelow: whole('Amounts below this one do not pay `flat`. In kobo.', 0),
  cap: whole('The most that the fee may be, without VAT. In kobo.', 200_000),
  vatBps: whole('VAT on the fee, in basis points.', 750),
});

const MerchantChannelTerms = reply('MerchantChannelTerms', {
  paymentChannel: oneOf(channelNames),
  offered: flag('Whether your checkouts offer it.', true),
  feeBearer: oneOf(feeBearers),
  feePlan: MerchantFeePlanView.nullable().meta({
    description: 'The plan that holds now. Null: none.',
    example: null,
  }),
  nextFeePlans: listOf(MerchantFeePlanView, 'Plans that follow, the next one first.', []),
});

const MerchantOwnLimits = reply('MerchantLimits', {
  minAmount: whole('The least that an order may be, in kobo.', 10_000),
  maxAmount: whole('The most that an order may be, in kobo.', 1_000_000_000),
  dailyLimit: whole(
    'The most that you may receive in a day in Lagos, in kobo. Null: no limit.',
    null,
  ).nullable(),
  dailySettlementLimit: whole(
    'The most that you may have paid out on demand in a day, in kobo. Null: no limit.',
    null,
  ).nullable(),
  openAccounts: whole('Accounts that may wait for money at once.', 100_000),
});

const MerchantOwnPrefix = reply('MerchantPrefix', {
  prefix: text(),
  bankCode: text(),
  bankName: text(),
  status: oneOf(['ACTIVE', 'SUSPENDED'], 'Whether new numbers can be made.', 'ACTIVE'),
  isDefault: flag('Whether it is used when you name no prefix.', true),
});

/** All that an installation has on record about a merchant, for that merchant. */
export const MerchantData = reply('MerchantData', {
  merchantId: text(),
  name: text('Legal name.', 'Ada Stores Limited'),
  tradeName: text('Name that customers see.', 'ADA STORES'),
  environment: oneOf(['sandbox', 'live'], 'Whether money is real.', 'live'),
  status: oneOf(
    merchantStatuses,
    'PENDING: you take no payments yet. ACTIVE: you do. SUSPENDED, CLOSED: no request is taken.',
    'ACTIVE',
  ),
  createdAt: time(),
  checklist: listOf(
    ChecklistItemView,
    'What has to be there before you take payments in the live environment.',
  ),
  contacts: ContactsView.meta({
    description: 'Your people, as your operator knows them. Null: nobody is named.',
  }),
  channels: listOf(MerchantChannelTerms, 'Ways to pay, with their fees.'),
  limits: MerchantOwnLimits.meta({ description: 'Your limits.' }),
  prefixes: listOf(MerchantOwnPrefix, 'Prefixes of your account numbers.'),
  settlement: SettlementSettingsView.meta({ description: 'When and from how much you are paid.' }),
});
export type MerchantData = z.infer<typeof MerchantData>;
