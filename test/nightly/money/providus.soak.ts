import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import type { BehaviourRule } from '../../../src/providers/simulator/server/behaviour/rules.js';
import type { Misbehaviour } from '../../../src/providers/simulator/server/providus/misbehaviours.js';
import { assertBooks } from '../../support/books.js';
import { order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { soakNumber } from '../../support/soak-random.js';
import { insisting, together } from './soak-world.js';

/** Orders through the test server of Providus, which does at random what its fact sheet tells of, while API and worker are killed. */
const wanted = soakNumber('PROVIDUS_N', 2_000);
const asked = 1_000_000;
const payments = [[asked], [asked - 300_000], [asked + 250_000], [asked, asked], [asked]] as const;
const policies = { underpaid: 'REFUND_NOW', overpaid: 'REFUND_EXCESS', duplicate: 'REFUND' };

let world: ApiWorld;
let bank: SimulatorControl;
beforeAll(async () => {
  world = await ApiWorld.start({
    ...{ MANILLA_PROVIDERS: 'providus', MANILLA_PROVIDUS_CUT_OFF_MINUTES: '1' },
    MANILLA_LOG_LEVEL: 'error',
  });
  bank = new SimulatorControl(world.manilla.simulatorUrl);
  await bank.behave({ rules: rules() });
}, 120_000);
afterAll(() => world?.stop());

function rules(): BehaviourRule[] {
  let seed = soakNumber('PROVIDUS_SEED', 11);
  const often = (on: string, rate: number, wrong: Partial<BehaviourRule>): BehaviourRule => {
    seed += 1;
    return { on: `providus.${on}`, rate, seed, ...wrong };
  };
  const as = (on: string, rate: number, ...names: Misbehaviour[]): BehaviourRule[] =>
    names.map((name) => often(on, rate, { as: name }));
  return [
    ...as('notice', 0.02, 'TWICE', 'OTHER_SESSION', 'SESSION_46', 'SESSION_23', 'AMOUNT_COMMAS'),
    ...as('notice', 0.02, 'DATE_AMERICAN', 'SETTLED_SHORT', 'REFERENCE_OLD', 'FOREIGN_MEMBERS'),
    ...as('notice', 0.02, 'ALTERED', 'OTHER_ACCOUNT', 'NO_JSON', 'SIGNATURE_OLD', 'AMOUNT_ZERO'),
    ...as('verify', 0.04, 'NOT_YET', 'OTHER_AMOUNT', 'SPRING_500', 'MESSAGE_404'),
    often('verify', 0.02, { answer: 'RESET' }),
    ...as('create', 0.03, 'AGAIN', 'NAME_CHANGED'),
    ...['99', '05', 'RESET', 'HTTP_500', 'GARBAGE'].map((answer) =>
      often('create', 0.02, { answer: answer as '99' }),
    ),
    ...['RESET', '909', '32', 'HTTP_500', '7709'].map((answer) =>
      often('transfer', 0.05, { answer: answer as '909', done: true }),
    ),
    ...['RESET', 'GARBAGE', '909'].map((answer) =>
      often('transfer', 0.03, { answer: answer as '909', done: false }),
    ),
    often('query', 0.1, { answer: '09' }),
    ...as('query', 0.05, 'SPRING_500', 'OTHER_AMOUNT'),
  ];
}

async function playOne(n: number): Promise<void> {
  const { merchant, prefix } = world;
  const paymentReference = `PROVIDUS-${n}`;
  const begun = await insisting(() => merchant.initiate(order({ paymentReference, policies })));
  expect(begun.status, begun.text).toBe(200);
  const { amountPayable: amount } = begun.data as { amountPayable: number };
  const account = await openAccount({ paymentReference, prefix, validity: 30, amount });
  for (const [nth, paid] of (payments[n % payments.length] ?? []).entries()) {
    await bank.payInward({
      ...{ accountNumber: account, amount: paid + (amount - asked), requestId: `${n}-${nth}` },
      source: { accountNumber: String(4_000_000_000 + n), accountName: 'ADA OBI' },
      notify: { later: true },
    });
  }
}

/** 202 and 503 both say: the same request again. */
async function openAccount(body: Record<string, unknown>): Promise<string> {
  for (;;) {
    const { status, text, data } = await insisting(() => world.merchant.createAccount(body));
    if (status === 200) return String(data.accountNumber);
    expect(status, text).toBe(202);
    await sleep(200);
  }
}

async function killInTheMiddle(left: () => number): Promise<number> {
  let kills = 0;
  for (const part of [0.9, 0.7, 0.5, 0.3, 0.1]) {
    await expect.poll(left, { timeout: 1_800_000, interval: 20 }).toBeLessThan(wanted * part);
    await Promise.all([world.manilla.kill('worker'), world.manilla.kill('api')]);
    await sleep(300);
    await Promise.all([world.manilla.restart('worker'), world.manilla.restart('api')]);
    kills += 2;
  }
  return kills;
}

interface BankCredit {
  readonly settlement_id: string;
  readonly number: string;
  readonly amount: number;
  readonly state: string;
}
interface BankTransfer {
  readonly reference: string;
  readonly amount: number;
  readonly state: string;
}

async function atBank<Answer>(path: string, method = 'GET'): Promise<Answer> {
  const address = `${world.manilla.simulatorUrl}/control/providus${path}`;
  return (await (await fetch(address, { method })).json()) as Answer;
}
const credits = async () => (await atBank<{ credits: BankCredit[] }>('/credits')).credits;
const transfers = async () => (await atBank<{ transfers: BankTransfer[] }>('/transfers')).transfers;

/** The bank tells four times; what is pending then is told when it is asked for, as its operators do. */
async function untilAllNotified(): Promise<void> {
  await expect
    .poll(
      async () => {
        const open = (await credits()).filter(({ state }) => state !== 'TOLD');
        await together(open, 8, async ({ settlement_id: id }) => {
          await atBank(`/credits/${id}/repush`, 'POST');
        });
        return open.length;
      },
      { timeout: 600_000, interval: 1_000 },
    )
    .toBe(0);
}

test(`${wanted} orders over a bank that misbehaves, with API and worker killed: none lost, none doubled, all accounted for`, async () => {
  let left = wanted;
  const killing = killInTheMiddle(() => left);
  await together([...Array(wanted).keys()], 16, async (n) => {
    await playOne(n);
    left -= 1;
  });
  console.log('kills', await killing);
  await bank.behave({ rules: [] });
  await untilAllNotified();

  const told = await credits();
  const booked = await world.query<{ key: string; number: string; amount: number }>(
    `select credit_key as key, account_number as number, amount_minor::float8 as amount from inward_credit where provider = 'providus'`,
  );
  const named = (key: string, number: string, amount: number) => `${key} ${number} ${amount}`;
  expect(booked.map(({ key, number, amount }) => named(key, number, amount)).toSorted()).toEqual(
    told.map((each) => named(each.settlement_id, each.number, each.amount)).toSorted(),
  );
  // A sending that a killed worker never made is asked about for a quarter of an hour after its first "no such transaction", in pauses of five
  // minutes, and then sent again: half an hour is honest.
  await expect
    .poll(() => world.query(undecided), { timeout: 2_700_000, interval: 2_000 })
    .toEqual([]);
  const [sums] = await world.query(accounted);
  console.log('credits', told.length, sums);
  expect(sums).toMatchObject({ orders: wanted, wrong: 0 });

  const ours = await world.query<{ session_id: string; amount: number }>(
    `select session_id, amount_minor::float8 as amount from outward_transfer where provider = 'providus' and status = 'SUCCESSFUL'`,
  );
  const done = (await transfers()).filter(({ state }) => state === 'DONE');
  expect(done.map(({ reference, amount }) => `${reference} ${amount}`).toSorted()).toEqual(
    ours.map(({ session_id: id, amount }) => `${id} ${amount}`).toSorted(),
  );
  await assertBooks(world.manilla.database);
}, 5_400_000);

const undecided = `
  select k.credit_id as id, 'CREDIT' as status, null as sending from inward_credit k where k.provider = 'providus' and k.outcome is null
  union all
  select r.refund_id, r.status, (select jsonb_agg(to_jsonb(o)) from outward_transfer o where o.purpose_id = r.refund_id)::text
    from refund r where r.status not in ('SUCCESSFUL', 'FAILED')
   limit 5`;

/** What was paid for each order is the merchant's, or went back. */
const accounted = `
  select count(*)::int as orders, count(*) filter (where c.status = 'SUCCESSFUL')::int as paid,
         sum(r.times)::int as refunds,
         count(*) filter (where k.came <> c.accepted_minor + r.back)::int as wrong
    from checkout c
   cross join lateral (
     select coalesce(sum(x.amount_minor), 0) as came from inward_credit x where x.checkout_id = c.checkout_id) k
   cross join lateral (
     select coalesce(sum(x.amount_minor), 0) as back, count(*) as times from refund x
      where x.checkout_id = c.checkout_id and x.status = 'SUCCESSFUL') r`;
