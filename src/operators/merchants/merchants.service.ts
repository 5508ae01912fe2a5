import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../domain/actor.js';
import { merchantMoves, type MerchantAction } from '../../domain/merchant-state.js';
import { momentIn, momentOf } from '../../domain/moment.js';
import { fromJsonAmount, toJsonAmount } from '../../domain/money.js';
import { grantTakesTwo, limitTakesTwo } from '../../domain/merchant-changes.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { resolvePolicies } from '../../domain/policies.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../../http/paging.js';
import { toE164 } from '../../http/phone-number.js';
import { type Contacts, contactsView } from '../../merchants/settings/contacts.js';
import { policiesGiven, type PolicyChanges } from '../../merchants/settings/policy-fields.js';
import type { PgSettlementSettingsStore } from '../../merchants/settings/settlement-settings.store.js';
import { newId } from '../../platform/database/new-id.js';
import type {
  ChannelsRequest,
  CreateMerchantRequest,
  LimitsRequest,
  ListMerchantsQuery,
  MerchantSettlementRequest,
  UpdateMerchantRequest,
} from './merchant-requests.dto.js';
import type { ListedMerchantView, MerchantView } from './merchant-views.dto.js';
import type { AssignFeePlanRequest, WithdrawFeePlanRequest } from './terms.dto.js';
import type {
  ChangeRefusal,
  ListedMerchant,
  MerchantChanges,
  MoveResult,
  PgMerchantAdmin,
} from './merchant-admin.store.js';
import type { MerchantProposalView } from './merchant-proposals.dto.js';
import type { WantedChange } from './merchant-proposal.store.js';
import type { MerchantProposals } from './merchant-proposals.service.js';
import { checklistAdvice, type MerchantStanding } from './merchant-standing.js';

const cursors = timeCursors('merchants', 'mch');

/** Creates, checks, changes and closes merchants for operators. */
export class OnboardingService {
  constructor(
    private readonly merchants: PgMerchantAdmin,
    private readonly settings: PgSettlementSettingsStore,
    private readonly profiles: {
      profile(merchantId: string): Promise<MerchantProfile | undefined>;
    },
    private readonly proposals: MerchantProposals,
  ) {}

  /** @throws ApiError VALIDATION_FAILED when another merchant has the trade name */
  async create(asked: CreateMerchantRequest, by: Actor): Promise<MerchantView> {
    const merchantId = newId('mch');
    const { name, tradeName } = asked;
    const contacts = contactsOf(asked.contacts);
    if (!(await this.merchants.create(merchantId, { name, tradeName }, contacts, by))) {
      throw nameTaken();
    }
    return this.find(merchantId);
  }

  async list(query: ListMerchantsQuery): Promise<Page<ListedMerchantView>> {
    const filter = { status: query.status ?? null, search: query.q?.trim() || null };
    const found = await this.merchants.list(filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, listedView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string): Promise<MerchantView> {
    const found = await this.merchants.find(merchantId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const waiting = { status: 'PROPOSED', merchantId };
    const { items } = await this.proposals.list(waiting, { size: 20 });
    return merchantView(found, items);
  }

  /**
   * Returns the merchant's profile in the form that the merchants' own routes use. @throws ApiError RESOURCE_NOT_FOUND,
   * MERCHANT_STATE when the merchant is closed
   */
  async open(merchantId: string): Promise<MerchantProfile> {
    const profile = await this.profiles.profile(merchantId);
    if (profile === undefined) throw refused('UNKNOWN');
    if (profile.status === 'CLOSED') throw refused('CLOSED');
    return profile;
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, VALIDATION_FAILED when another merchant has the trade name */
  update(merchantId: string, asked: UpdateMerchantRequest, by: Actor): Promise<MerchantView> {
    const { name, tradeName, isImportant } = asked;
    const changes = {
      ...(isImportant !== undefined && { is_important: isImportant }),
      ...(name !== undefined && { name }),
      ...(tradeName !== undefined && { trade_name: tradeName }),
    };
    return this.#change(merchantId, 'merchant.update', changes, by, contactsOf(asked.contacts));
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, VALIDATION_FAILED */
  async limit(merchantId: string, asked: LimitsRequest, by: Actor): Promise<MerchantView> {
    const { limits } = await this.find(merchantId);
    const least = asked.minAmountMinor ?? limits.minAmountMinor;
    const most = asked.maxAmountMinor ?? limits.maxAmountMinor;
    if (least > most) throw invalid('maxAmountMinor', 'must not be below minAmountMinor');
    const changes = {
      min_amount_minor: asked.minAmountMinor,
      max_amount_minor: asked.maxAmountMinor,
      daily_limit_minor: asked.dailyLimitMinor,
      daily_settlement_limit_minor: asked.dailySettlementLimitMinor,
      open_account_limit: asked.openAccountLimit,
    };
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    );
    const [before, after] = [limits.dailySettlementLimitMinor, asked.dailySettlementLimitMinor];
    if (after === undefined || !limitTakesTwo(bigOrNull(before), bigOrNull(after))) {
      return this.#change(merchantId, 'merchant.limits', given, by);
    }
    const stood = await this.#limitsBefore(merchantId, Object.keys(given));
    const shown = Object.entries(given).map(
      ([name, value]) => [name, `${stood[name] ?? 'none'} -> ${value ?? 'none'}`] as const,
    );
    const wish = { changes: given, before: stood };
    return this.#propose({ merchantId, kind: 'LIMITS', wish, shown }, by);
  }

  /** Policies that are left out get their defaults. @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE */
  replacePolicies(merchantId: string, asked: PolicyChanges, by: Actor): Promise<MerchantView> {
    const policies = resolvePolicies(policiesGiven(asked));
    return this.#change(merchantId, 'merchant.policies', { policies }, by);
  }

  /**
   * Replaces the granted scopes. If a new one lets money leave, the whole change is only proposed.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE
   */
  async grant(merchantId: string, scopes: readonly string[], by: Actor): Promise<MerchantView> {
    const { grantedScopes: before } = await this.find(merchantId);
    const changes = { granted_scopes: scopes };
    if (!grantTakesTwo(before, scopes)) {
      return this.#change(merchantId, 'merchant.grants', changes, by);
    }
    const listed = (all: readonly string[]) => all.join(', ') || 'none';
    const shown = [
      ['Granted until now', listed(before)],
      ['Granted then', listed(scopes)],
    ] as const;
    return this.#propose({ merchantId, kind: 'GRANTS', wish: { changes, before }, shown }, by);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE */
  async settle(
    merchantId: string,
    asked: MerchantSettlementRequest,
    by: Actor,
  ): Promise<MerchantView> {
    await this.open(merchantId);
    const { schedule, minimumPayoutMinor = 0, payoutFeeMinor } = asked;
    const settings = { schedule, minimumPayoutMinor: fromJsonAmount(minimumPayoutMinor) };
    await this.settings.change(merchantId, settings, by);
    if (payoutFeeMinor === undefined) return this.find(merchantId);
    const changes = { payout_fee_minor: payoutFeeMinor };
    return this.#change(merchantId, 'merchant.payout-fee', changes, by);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, VALIDATION_FAILED when a channel has no plan */
  async setChannels(
    merchantId: string,
    { channels }: ChannelsRequest,
    by: Actor,
  ): Promise<MerchantView> {
    const wanted = channels.map(({ channel, feeBearer = null }) => ({ channel, feeBearer }));
    const outcome = await this.merchants.setChannels(merchantId, wanted, by);
    if (outcome === 'PLAN_MISSING') {
      throw invalid('channels', 'must each have a fee plan: assign one first');
    }
    if (outcome !== 'SET') throw refused(outcome);
    return this.find(merchantId);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, VALIDATION_FAILED */
  async assignPlan(
    merchantId: string,
    { channel, feePlanId, from }: AssignFeePlanRequest,
    by: Actor,
  ): Promise<MerchantView> {
    const plan = { channel, feePlanId, from: momentOf(from) ?? null };
    const outcome = await this.merchants.assignPlan(merchantId, plan, by);
    if (outcome === 'PLAN_UNKNOWN') throw invalid('feePlanId', 'must be the id of a fee plan');
    if (outcome === 'PAST') throw invalid('from', 'must not lie in the past');
    if (outcome !== 'ASSIGNED') throw refused(outcome);
    return this.find(merchantId);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, VALIDATION_FAILED */
  async withdrawPlan(
    merchantId: string,
    { channel, from }: WithdrawFeePlanRequest,
    by: Actor,
  ): Promise<MerchantView> {
    const plan = { channel, from: momentIn(from) };
    const outcome = await this.merchants.withdrawPlan(merchantId, plan, by);
    if (outcome === 'NOT_PLANNED') throw invalid('from', 'must be the time of a plan in `next`');
    if (outcome === 'HOLDS') {
      const message = 'The plan holds already. Assign another one in its place.';
      throw new ApiError('MERCHANT_STATE', { message });
    }
    if (outcome !== 'WITHDRAWN') throw refused(outcome);
    return this.find(merchantId);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, UNKNOWN_PREFIX */
  async assignPrefix(
    merchantId: string,
    wish: Parameters<PgMerchantAdmin['assignPrefix']>[1],
    by: Actor,
  ): Promise<MerchantView> {
    const outcome = await this.merchants.assignPrefix(merchantId, wish, by);
    if (outcome === 'PREFIX_UNKNOWN') throw new ApiError('UNKNOWN_PREFIX');
    if (outcome !== 'ASSIGNED') throw refused(outcome);
    return this.find(merchantId);
  }

  /**
   * Activates, suspends, reinstates or closes a merchant. Closing one that was just suspended waits for up to eleven
   * seconds.
   * @throws ApiError RESOURCE_NOT_FOUND, MERCHANT_STATE, MERCHANT_NOT_READY, MERCHANT_HAS_OPEN_ITEMS
   */
  async move(merchantId: string, action: MerchantAction, by: Actor): Promise<MerchantView> {
    let result = await this.merchants.move(merchantId, action, by);
    if (result.items?.length === 1 && result.items[0]?.item === 'SUSPENDED_JUST_NOW') {
      await sleep(afterSuspensionMs);
      result = await this.merchants.move(merchantId, action, by);
    }
    if (result.outcome !== 'DONE') throw notMoved(action, result);
    return this.find(merchantId);
  }

  /** Proposes a change. It changes nothing until a second operator confirms it. */
  async #propose(wanted: WantedChange, by: Actor): Promise<MerchantView> {
    await this.open(wanted.merchantId);
    await this.proposals.propose(wanted, by);
    return this.find(wanted.merchantId);
  }

  /** Returns the present limits under the table's column names. */
  async #limitsBefore(
    merchantId: string,
    names: readonly string[],
  ): Promise<Record<string, number | null>> {
    const { limits } = await this.find(merchantId);
    const all: Readonly<Record<string, number | null>> = {
      min_amount_minor: limits.minAmountMinor,
      max_amount_minor: limits.maxAmountMinor,
      daily_limit_minor: limits.dailyLimitMinor,
      daily_settlement_limit_minor: limits.dailySettlementLimitMinor,
      open_account_limit: limits.openAccountLimit,
    };
    return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  }

  async #change(
    merchantId: string,
    action: string,
    changes: MerchantChanges,
    by: Actor,
    contacts: Contacts = {},
  ): Promise<MerchantView> {
    const outcome = await this.merchants.change(merchantId, action, changes, contacts, by);
    if (outcome === 'NAME_TAKEN') throw nameTaken();
    if (outcome !== 'CHANGED') throw refused(outcome);
    return this.find(merchantId);
  }
}

function nameTaken(): ApiError {
  return invalid('tradeName', 'is the name of another merchant, or looks like it');
}

function bigOrNull(amount: number | null): bigint | null {
  return amount === null ? null : BigInt(amount);
}

function contactsOf(contacts: CreateMerchantRequest['contacts']): Contacts {
  const given = Object.entries(contacts ?? {}).filter(([, contact]) => contact);
  return Object.fromEntries(
    given.map(([kind, { name, email, phoneNumber }]) => [
      kind.toUpperCase(),
      { name, email, phoneNumber: toE164(phoneNumber) ?? phoneNumber },
    ]),
  );
}

function refused(outcome: ChangeRefusal): ApiError {
  if (outcome === 'UNKNOWN') return new ApiError('RESOURCE_NOT_FOUND');
  return new ApiError('MERCHANT_STATE', { message: 'The merchant is closed for good.' });
}

export function invalid(field: string, rest: string): ApiError {
  const message = `${field} ${rest}`;
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule: 'oneOf', message }],
  });
}

/**
 * The time after its suspension from which a merchant can be closed. By then the other processes know of the
 * suspension, and requests that they had begun before are in the database.
 */
const afterSuspensionMs = 10_500;

function notMoved(action: MerchantAction, { outcome, status, items }: MoveResult): ApiError {
  const all = items ?? [];
  if (outcome === 'UNKNOWN') return new ApiError('RESOURCE_NOT_FOUND');
  if (outcome === 'NOT_READY') {
    const missing = all.map(({ item }) => item);
    return new ApiError('MERCHANT_NOT_READY', {
      message: `Missing before the merchant can take payments: ${missing.join(', ')}.`,
      data: { missing },
    });
  }
  if (outcome === 'OPEN') {
    const left = all.map(({ item, count = 1 }) => ({ item, count }));
    const named = left.map(({ item, count }) => `${item} (${count})`).join(', ');
    return new ApiError('MERCHANT_HAS_OPEN_ITEMS', {
      message: `Left before the merchant can be closed: ${named}.`,
      data: { left },
    });
  }
  return new ApiError('MERCHANT_STATE', {
    message: `The merchant is ${status}; to ${action} it, it must be ${merchantMoves[action].from.join(' or ')}.`,
  });
}

function listedView(merchant: ListedMerchant): ListedMerchantView {
  const { merchantId, name, tradeName, status, createdAt } = merchant;
  return { merchantId, name, tradeName, status, createdAt: createdAt.toISOString() };
}

function merchantView(merchant: MerchantStanding, proposals: MerchantProposalView[]): MerchantView {
  const { contacts, limits, settlement, checklist } = merchant;
  const orNull = (amount: bigint | null) => (amount === null ? null : toJsonAmount(amount));
  return {
    ...listedView(merchant),
    statusReason: merchant.statusReason,
    statusChangedAt: merchant.statusChangedAt.toISOString(),
    isImportant: merchant.isImportant,
    contacts: contactsView(contacts),
    grantedScopes: [...merchant.grantedScopes],
    limits: {
      minAmountMinor: toJsonAmount(limits.minAmountMinor),
      maxAmountMinor: toJsonAmount(limits.maxAmountMinor),
      dailyLimitMinor: orNull(limits.dailyLimitMinor),
      dailySettlementLimitMinor: orNull(limits.dailySettlementLimitMinor),
      openAccountLimit: limits.openAccountLimit,
    },
    settlement: {
      schedule: settlement.schedule,
      minimumPayoutMinor: toJsonAmount(settlement.minimumPayoutMinor),
      payoutFeeMinor: toJsonAmount(settlement.payoutFeeMinor),
    },
    policies: resolvePolicies(merchant.policies),
    channels: merchant.channels.map(({ next, ...channel }) => ({ ...channel, next: [...next] })),
    prefixes: [...merchant.prefixes],
    proposals,
    checklist: checklist.map(({ item, done }) => ({
      item,
      done,
      todo: done ? null : checklistAdvice[item],
    })),
  };
}
