import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankHolds, isBankHold } from '../../../../src/domain/outgoing-hold.js';
import {
  holdReasons,
  type PayoutStatus,
  payoutStatuses,
  type SettlementStatus,
} from '../../../../src/domain/payout-state.js';
import type { RefundStatus } from '../../../../src/domain/refund-state.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

/**
 * What each place of the code makes of each status of money that goes out, written by hand. A status that is new does not compile
 * without its row, and each row is asked of the database.
 */
let world: SettlementWorld;
let merchantId: string;
let settlementId: string;
let accountId: string;
let refundId: string;

beforeAll(async () => {
  world = await SettlementWorld.open(2);
  merchantId = await world.merchant();
  const creditId = await world.collect(merchantId, 5_000_000n, '2026-11-16');
  const { refund } = await world.shop.requestRefund(creditId, {
    ...{ merchantId, amountMinor: 100_000n },
  });
  refundId = refund?.refundId ?? '';
  await world.settle(merchantId, '2026-11-18');
  settlementId = (await world.lastOf(merchantId)).settlement_id;
  const { rows } = await world.shop.pool.query<{ id: string }>(
    'select settlement_account_id as id from settlement where settlement_id = $1',
    [settlementId],
  );
  accountId = rows[0]?.id ?? '';
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

const asking = <Answer>(make: (ask: Ask) => Promise<Answer>) => withoutTrace(world.shop.pool, make);
const openItem = (ask: Ask, item: string) =>
  ask<boolean>(
    `select exists (select from merchant m cross join lateral merchant_open_items(m) i where m.merchant_id = $1 and i.item = $2)`,
    merchantId,
    item,
  );
const holdOf = (ask: Ask, subject: string) =>
  ask<boolean>('select exists (select from to_be_sent where subject = $1)', subject);

/** Of each kind there is one here. */
const inFlight = (ask: Ask, kind: 'REFUND' | 'PAYOUT') =>
  ask<boolean>('select count = 1 from money_in_flight() where kind = $1', kind);

interface OfRefund {
  /** Its merchant cannot be closed. */
  readonly isOpen: boolean;
  /** It is to leave and has not: operators see what keeps it. */
  readonly isToBeSent: boolean;
  /** What the sweep finds when it has stood so for days. */
  readonly stalled: string | null;
  /** The desk's first page counts it as on its way. */
  readonly isInFlight: boolean;
}

const refunds: Readonly<Record<RefundStatus, OfRefund>> = {
  REQUESTED: { isOpen: true, isToBeSent: true, stalled: 'REFUND_STALLED', isInFlight: true },
  NAME_ENQUIRY: { isOpen: true, isToBeSent: true, stalled: 'REFUND_STALLED', isInFlight: true },
  PROCESSING: { isOpen: true, isToBeSent: false, stalled: 'REFUND_STALLED', isInFlight: true },
  UNKNOWN: { isOpen: true, isToBeSent: false, stalled: 'REFUND_UNKNOWN', isInFlight: true },
  NEEDS_ACCOUNT: { isOpen: true, isToBeSent: true, stalled: null, isInFlight: true },
  SUCCESSFUL: { isOpen: false, isToBeSent: false, stalled: null, isInFlight: false },
  FAILED: { isOpen: false, isToBeSent: false, stalled: null, isInFlight: false },
};

describe.each(Object.entries(refunds))('a refund that is %s', (status, expected) => {
  it('is open, waits, and is missed as the table says', async () => {
    const found = await asking(async (ask): Promise<OfRefund> => {
      await ask(
        `update refund set status = $2, created_at = now() - interval '9 days', updated_at = now() - interval '9 days'
          where refund_id = $1`,
        refundId,
        status,
      );
      return {
        isOpen: await openItem(ask, 'REFUNDS'),
        isToBeSent: await holdOf(ask, refundId),
        stalled: await ask(
          'select (select kind from find_stalled_refunds() where subject = $1)',
          refundId,
        ),
        isInFlight: await inFlight(ask, 'REFUND'),
      };
    });
    expect(found).toEqual(expected);
  });
});

/** What keeps a refund from leaving, by what is known of it, and whether that keeps all of its bank. */
const holds: readonly (readonly [what: string, change: string, hold: string | null])[] = [
  ['is about to leave', `updated_at = now() - interval '9 minutes'`, null],
  ['should have left', `updated_at = now() - interval '11 minutes'`, 'STALLED'],
  ['was refused with a code', `response_code = '91'`, 'REFUSED'],
  ['was refused without one', `failure = 'TIMEOUT'`, 'REFUSED'],
  [
    'was refused, and stands still',
    `failure = 'TIMEOUT', updated_at = now() - interval '1 hour'`,
    'REFUSED',
  ],
  ['goes to an account of today', `redirected_at = now() - interval '23 hours'`, 'COOLING'],
  ['goes to an account of yesterday', `redirected_at = now() - interval '24 hours'`, null],
  ['has no account', `status = 'NEEDS_ACCOUNT'`, 'NEEDS_ACCOUNT'],
];
const bankHold: readonly (readonly [what: string, make: string, hold: string])[] = [
  [
    'of a restored database',
    `insert into recovery (provider, reason, read_from) values ('sandbox', 'BY_HAND', now())`,
    'RECOVERY',
  ],
  [
    'with a debit that nobody explains',
    `select record_finding('UNEXPLAINED_DEBIT', 'debit', '{"provider": "sandbox"}', 'ATTENTION')`,
    'UNEXPLAINED_DEBIT',
  ],
];
const holdsNow = (ask: Ask) =>
  ask<string | null>('select (select hold from waiting_to_be_sent where subject = $1)', refundId);

it.each(holds)('a refund that %s waits for what keeps it', async (_what, change, hold) => {
  const found = await asking(async (ask) => {
    await ask(`update refund set ${change} where refund_id = $1`, refundId);
    return holdsNow(ask);
  });
  expect(found).toBe(hold);
});

it.each(bankHold)('nothing leaves through a bank %s', async (_what, make, hold) => {
  expect(
    await asking(async (ask) => {
      await ask(make);
      return holdsNow(ask);
    }),
  ).toBe(hold);
});

it('a refund whose case is open waits for that', async () => {
  const found = await asking(async (ask) => {
    await ask(
      `insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page)
         values ('REFUND', $1, 'w', 'u', 'r', '{}', '{}')`,
      refundId,
    );
    return holdsNow(ask);
  });
  expect(found).toBe('CASE');
});

it.each([...bankHolds, 'CASE', 'COOLING', 'REFUSED', 'NEEDS_ACCOUNT', ...holdReasons])(
  'whether a hold keeps a whole bank is the same in both languages: %s',
  async (hold) => {
    expect(await asking((ask) => ask('select is_of_bank($1)', hold))).toBe(isBankHold(hold));
  },
);

it.each(holdReasons)('a settlement that is held for %s waits for that', async (reason) => {
  const found = await asking(async (ask) => {
    await ask(
      `update settlement set status = 'ON_HOLD', hold_reason = $2 where settlement_id = $1`,
      ...[settlementId, reason],
    );
    return ask('select hold from waiting_to_be_sent where subject = $1', settlementId);
  });
  expect(found).toBe(reason);
});

it('what is to leave is all of a refund, and what may still arrive of a settlement', async () => {
  await world.shop.pay('5019999999', 300_000n);
  const amounts = await asking(async (ask) => {
    const inAll = (kind: string) =>
      ask<bigint>('select amount_minor from money_in_flight() where kind = $1', kind);
    const whole = await inAll('PAYOUT');
    await ask(
      'update payout set amount_minor = amount_minor - 700 where settlement_id = $1',
      settlementId,
    );
    for (const [part, status, minor] of [
      [8, 'SUCCESSFUL', 400],
      [9, 'FAILED', 300],
    ] as const)
      await ask(
        `insert into payout select (jsonb_populate_record(p, jsonb_build_object(
             'payout_id', p.payout_id || $2, 'part', $2::int, 'status', $3::text, 'amount_minor', $4::bigint))).*
           from payout p where p.settlement_id = $1 and p.part = 1`,
        ...[settlementId, String(part), status, minor],
      );
    const ofQueue = await ask<bigint>(
      'select amount_minor from to_be_sent where subject = $1',
      settlementId,
    );
    const rest = await inAll('PAYOUT');
    return {
      refund: await inAll('REFUND'),
      over: whole - rest,
      same: ofQueue === rest,
      suspense: await ask<bigint>('select amount_minor from money_in_suspense()'),
    };
  });
  expect(amounts).toEqual({ refund: 100_000n, over: 700n, same: true, suspense: 300_000n });
});

interface OfSettlement {
  readonly isOpen: boolean;
  readonly isToBeSent: boolean;
  /** The account cannot be removed. */
  readonly keepsAccount: boolean;
  /** No other can be asked for. */
  readonly isInProgress: boolean;
  /** It uses up the limit of its day. */
  readonly counts: boolean;
  readonly stalled: string | null;
  /** Its merchant hears of it when it comes to this. */
  readonly isNotified: boolean;
  /** The desk's first page counts it as on its way. */
  readonly isInFlight: boolean;
}

const none = {
  ...{ isOpen: false, isToBeSent: false, keepsAccount: false, isInProgress: false },
  ...{ counts: false, stalled: null, isNotified: false, isInFlight: false },
} as const;
const open = { ...none, isOpen: true, keepsAccount: true, counts: true, isInFlight: true } as const;

const settlements: Readonly<Record<SettlementStatus, OfSettlement>> = {
  SCHEDULED: { ...open, isToBeSent: true, isInProgress: true, stalled: 'SETTLEMENT_STALLED' },
  PROCESSING: { ...open, isInProgress: true, stalled: 'SETTLEMENT_STALLED' },
  UNKNOWN: { ...open, stalled: 'PAYOUT_UNKNOWN' },
  ON_HOLD: { ...open, isToBeSent: true, stalled: 'SETTLEMENT_STALLED', isNotified: true },
  SUCCESSFUL: { ...none, counts: true, isNotified: true },
  FAILED: { ...none, isNotified: true },
  REVERSED: { ...none, isNotified: true },
  CANCELLED: none,
};

describe.each(Object.entries(settlements))('a settlement that is %s', (status, expected) => {
  it('keeps what the table says', async () => {
    const found = await asking(async (ask): Promise<OfSettlement> => {
      await ask(
        `update settlement set status = $2, type = 'ON_DEMAND', updated_at = now() - interval '9 days',
                hold_reason = case $2 when 'ON_HOLD' then 'NAME_CHANGED' end where settlement_id = $1`,
        settlementId,
        status,
      );
      await ask(
        `update payout set status = case $2 when 'ON_HOLD' then 'SCHEDULED' else $2 end where settlement_id = $1`,
        ...[settlementId, status],
      );
      const isInFlight = await inFlight(ask, 'PAYOUT');
      const isOpen = await openItem(ask, 'SETTLEMENTS');
      const isToBeSent = await holdOf(ask, settlementId);
      const counts = await ask<boolean>(
        'select settled_on_demand($1, lagos_date(now())) > 0',
        merchantId,
      );
      const stalled = await ask<string | null>(
        'select (select kind from find_stalled_payouts() where subject = $1)',
        settlementId,
      );
      const isInProgress = await ask<boolean>(
        `select (request_settlement($1, 'ANOTHER', '\\x00', 1, null, null)).outcome = 'SETTLEMENT_IN_PROGRESS'`,
        merchantId,
      );
      const keepsAccount = await ask<boolean>(
        `select is_busy from remove_settlement_account($1, $2, 'test')`,
        ...[merchantId, accountId],
      );
      await ask('select notify_settlement($1)', settlementId);
      const isNotified = await ask<boolean>(
        `select exists (select from event where merchant_id = $1 and type = 'settlement.' || lower($2))`,
        ...[merchantId, status],
      );
      const all = { isOpen, isToBeSent, counts, stalled, isInProgress, keepsAccount };
      return { ...all, isNotified, isInFlight };
    });
    expect(found).toEqual(expected);
  });
});

/** How two transfers of one settlement stand together. */
function together(both: readonly PayoutStatus[], isHeld: boolean): SettlementStatus {
  const has = (status: PayoutStatus) => both.includes(status);
  const all = (status: PayoutStatus) => both.every((each) => each === status);
  if (has('UNKNOWN')) return 'UNKNOWN';
  if (has('PROCESSING')) return 'PROCESSING';
  if (has('SCHEDULED') && isHeld) return 'ON_HOLD';
  if (has('SCHEDULED')) return all('SCHEDULED') ? 'SCHEDULED' : 'PROCESSING';
  if (has('REVERSED')) return 'REVERSED';
  if (has('FAILED')) return 'FAILED';
  return all('CANCELLED') ? 'CANCELLED' : 'SUCCESSFUL';
}

/** Nothing of it is on its way, and something is still to be sent. */
const canBeHeld = (both: readonly PayoutStatus[]) =>
  both.includes('SCHEDULED') && !both.some((each) => each === 'PROCESSING' || each === 'UNKNOWN');

const pairs = payoutStatuses.flatMap((one) => payoutStatuses.map((other) => [one, other] as const));

it.each(pairs)('transfers that are %s and %s make their settlement what it is', async (...both) => {
  const found = await asking(async (ask) => {
    await ask(
      `insert into payout (payout_id, settlement_id, merchant_id, part, provider, amount_minor)
         select 'pay_second', settlement_id, merchant_id, 2, provider, 1 from payout where settlement_id = $1`,
      settlementId,
    );
    await ask(
      `update payout set status = case part when 1 then $2 else $3 end where settlement_id = $1`,
      ...[settlementId, ...both],
    );
    const status = () =>
      ask<string>(
        'select settlement_status(s) from settlement s where settlement_id = $1',
        settlementId,
      );
    const free = await status();
    await ask(
      `update settlement set hold_reason = 'NAME_CHANGED' where settlement_id = $1`,
      settlementId,
    );
    const held = await status();
    await ask('update settlement set hold_reason = null where settlement_id = $1', settlementId);
    const isHeld = await ask<string>(
      `select (take_settlement_step($1, 'HELD', 'NAME_CHANGED', 'test')).hold_reason`,
      settlementId,
    ).then(Boolean, ({ constraint }: { constraint?: string }) => constraint);
    return { free, held, isHeld };
  });
  expect(found).toEqual({
    free: together(both, false),
    held: together(both, true),
    isHeld: canBeHeld(both) ? true : 'settlement_transition',
  });
});
