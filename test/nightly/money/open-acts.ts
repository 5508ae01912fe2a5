import { refundWorkflowId } from '../../../src/domain/ids.js';
import { Acquirer } from '../../support/scenarios/acquirer.js';
import { isPaidOut, owe } from './crash-payouts.js';
import type { Scene } from './crash-scenes.js';
import { insisting } from './soak-world.js';

const minuteMs = 60_000;
export const due = 1_000_000;
export const part = 400_000;
export const asked = 250_000;
/** Of a transfer that the database refuses to book (rebuild.soak.ts). */
export const refusedNarration = 'THE BOOKS REFUSE THIS';
/** In the references of orders whose webhooks the merchant's server refuses. */
export const unheard = 'UNHEARD';

export const nothing = (): Promise<void> => Promise.resolve();
export const isPaid = (scene: Scene): Promise<void> => scene.until('SUCCESSFUL');

async function one<Row extends Record<string, unknown>>(
  scene: Scene,
  sql: string,
  values: unknown[] = [scene.reference],
): Promise<Row | undefined> {
  return (await scene.world.query<Row>(sql, values))[0];
}

/** Waits until a query answers a row. */
export const found = (scene: Scene, what: string, sql: string, values?: unknown[]): Promise<void> =>
  scene.insist(what, async () => (await one(scene, sql, values)) !== undefined);

const misbehave = (scene: Scene, on: string, rule: object): Promise<unknown> =>
  scene.world.soak.bank.misbehave({ on, account: scene.payer, ...rule });

export async function paid(scene: Scene): Promise<void> {
  await scene.open();
  await scene.pay(due);
  await isPaid(scene);
}

export async function partPaid(scene: Scene): Promise<void> {
  await scene.open();
  await scene.pay(part);
  await scene.until('PARTIALLY_PAID');
}

/** The account closes, by the workflow's clock; the session goes on. */
export async function closeAccount(scene: Scene): Promise<void> {
  await scene.insist('two ends are waited for', async () => {
    return (await scene.world.endsOf(scene.workflowId)) >= 2;
  });
  await scene.world.soak.ahead(scene.workflowId, 31 * minuteMs);
  await found(
    scene,
    'the account is closed',
    `select 1 from virtual_account v join checkout c using (checkout_id)
      where c.payment_reference = $1 and v.status = 'EXPIRED'`,
  );
}

interface Case extends Record<string, unknown> {
  readonly workflow_id: string;
  readonly update_name: string;
}

/** The case of a kind that is open about the scene, by what of it the subject is. */
const caseSql = {
  CHECKOUT: `select workflow_id, update_name from attention_case a join checkout c on c.checkout_id = a.subject
              where a.status = 'OPEN' and c.payment_reference = $1`,
  CREDIT: `select workflow_id, update_name from attention_case a join inward_credit k on k.credit_id = a.subject
            where a.status = 'OPEN' and k.session_id = any ($1)`,
  REFUND: `select workflow_id, update_name from attention_case a join refund r on r.refund_id = a.subject
             join checkout c on c.checkout_id = r.checkout_id where a.status = 'OPEN' and c.payment_reference = $1`,
} as const;

const keyOf = (scene: Scene, kind: keyof typeof caseSql): unknown[] =>
  kind === 'CREDIT' ? [scene.sessions] : [scene.reference];

export const isCase = (scene: Scene, kind: keyof typeof caseSql): Promise<void> =>
  found(scene, `its case is open`, caseSql[kind], keyOf(scene, kind));

/** An operator decides about what waits; the case is known before the workflow waits again. */
export async function decide(
  scene: Scene,
  kind: keyof typeof caseSql,
  decision: string,
): Promise<void> {
  await scene.insist(`it is decided: ${decision}`, async () => {
    const waiting = await one<Case>(scene, caseSql[kind], keyOf(scene, kind));
    if (waiting === undefined) return true;
    const ruling = { decision, operator: 'ngozi', reason: 'the merchant said so' };
    await scene.world.soak.temporal.workflow
      .getHandle(waiting.workflow_id)
      .executeUpdate(waiting.update_name, { args: [ruling] });
    return true;
  });
}

const refundSql = `select r.refund_id, r.status from refund r join checkout c using (checkout_id)
                    where c.payment_reference = $1`;

async function refundIs(scene: Scene, ...statuses: string[]): Promise<void> {
  await scene.insist(`its refund is ${statuses.join(' or ')}`, async () => {
    const refund = await one<{ status: string }>(scene, refundSql);
    return statuses.includes(refund?.status ?? '');
  });
}

async function refundAhead(scene: Scene, ms: number): Promise<void> {
  const refund = await one<{ refund_id: string }>(scene, refundSql);
  await scene.world.soak.ahead(refundWorkflowId(refund?.refund_id ?? ''), ms);
}

export async function settlementIs(scene: Scene, status: string): Promise<void> {
  await scene.insist(`its settlement is ${status}`, async () => {
    const sql = 'select status from settlement where merchant_id = $1 and net_minor > 0';
    const settlement = await one<{ status: string }>(scene, sql, [scene.paidOutTo]);
    if (settlement === undefined) await isPaidOut(scene.world, scene.paidOutTo ?? '');
    return settlement?.status === status;
  });
}

/** A merchant is due money, and everything that the bank is asked about it goes as the rules say. */
export async function owed(scene: Scene, rules: Readonly<Record<string, object>>): Promise<void> {
  for (const [on, rule] of Object.entries(rules)) await misbehave(scene, on, rule);
  scene.paidOutTo = await owe(scene.world, scene.payer, 1_500_000);
}

const attemptSql = `select a.attempt_id, a.status from card_attempt a join checkout c using (checkout_id)
                     where c.payment_reference = $1 order by a.created_at desc limit 1`;

export async function attempt(scene: Scene, ...statuses: string[]): Promise<string> {
  let id = '';
  await scene.insist(`its charge is ${statuses.join(' or ')}`, async () => {
    const row = await one<{ attempt_id: string; status: string }>(scene, attemptSql);
    id = row?.attempt_id ?? '';
    return statuses.includes(row?.status ?? '');
  });
  return id;
}

const acquirerOf = (scene: Scene): Acquirer => new Acquirer(scene.world.soak.manilla.simulatorUrl);

/** The payer acts, or the card's issuer answers at last. */
export async function concluded(scene: Scene): Promise<void> {
  const attemptId = await attempt(scene, 'REQUIRES_ACTION', 'UNKNOWN', 'PROCESSING');
  await acquirerOf(scene).conclude(attemptId);
  await isPaid(scene);
}

export const card =
  (token: string, ...statuses: string[]) =>
  async (scene: Scene): Promise<void> => {
    await scene.initiate();
    await scene.askForCharge(`${token}_${scene.payer}`);
    await attempt(scene, ...statuses);
  };

const disputeSql = `select d.dispute_id, d.status, d.provider_reference as number, a.status as answer
                      from dispute d join checkout c using (checkout_id)
                      left join dispute_answer a using (dispute_id) where c.payment_reference = $1`;

export async function disputed(scene: Scene): Promise<void> {
  await scene.initiate();
  await scene.payByCard(`card_approved_${scene.payer}`);
  await isPaid(scene);
  const { number } = await acquirerOf(scene).openChargeback(await attempt(scene, 'SUCCEEDED'));
  await found(scene, 'it is disputed', disputeSql);
  const account = `cbk-${number}`;
  for (const on of ['dispute-answer', 'dispute-answer-query']) {
    await scene.world.soak.bank.misbehave({ on, account, answer: 'RESET', done: false });
  }
  const dispute = await one<{ dispute_id: string }>(scene, disputeSql);
  const path = `/api/v1/disputes/${dispute?.dispute_id}/evidence`;
  const evidence = {
    explanation: 'The customer received the shoes and signed for them.',
    deliveryReference: 'GIG-1029384756',
    documents: [{ type: 'PROOF_OF_DELIVERY', url: 'https://shop.example.ng/proof.pdf' }],
  };
  await insisting(() => scene.client.post(path, evidence));
  await found(scene, 'the answer has left', `${disputeSql} and a.sent_at is not null`);
}

export async function answered(scene: Scene): Promise<void> {
  await scene.insist('the acquirer has the answer', async () => {
    const [answer] = await scene.world.query<{ answer_id: string; status: string }>(
      `select a.answer_id, a.status from dispute_answer a join dispute d using (dispute_id)
         join checkout c using (checkout_id) where c.payment_reference = $1`,
      [scene.reference],
    );
    if (answer?.status === 'DELIVERED') return true;
    await scene.world.soak.ahead(`dispute-answer/${answer?.answer_id}`, 20 * minuteMs);
    return false;
  });
  const dispute = await one<{ number: string }>(scene, disputeSql);
  await acquirerOf(scene).closeChargeback(Number(/\d+$/.exec(dispute?.number ?? '')?.[0]), 'won');
  await found(scene, 'the dispute is won', `${disputeSql} and d.status = 'WON'`);
}

export async function heldByPolicy(scene: Scene): Promise<void> {
  await scene.open({ late: 'HOLD' });
  await scene.pay(due, { isLate: true });
  await isCase(scene, 'CREDIT');
}

export async function unmatched(scene: Scene): Promise<void> {
  await scene.pay(333_300, { to: `999${scene.payer.slice(-7)}` });
  await isCase(scene, 'CREDIT');
}

export async function returned(scene: Scene): Promise<void> {
  await scene.decideReturn();
  await scene.untilRefunded();
}

/** A refund that was asked for while the bank does not do as it should. */
export const refunding =
  (rules: Readonly<Record<string, object>>, ...statuses: string[]) =>
  async (scene: Scene): Promise<void> => {
    await paid(scene);
    for (const [on, rule] of Object.entries(rules)) await misbehave(scene, on, rule);
    await scene.refund(asked);
    await refundIs(scene, ...statuses);
  };

export const noAnswer = { answer: 'RESET', done: false };
export const lostAnswer = { answer: 'TIMEOUT', done: true };

export async function givenUp(scene: Scene): Promise<void> {
  await refunding({ transfer: { answer: '61', done: false } }, 'REQUESTED', 'NAME_ENQUIRY')(scene);
  await scene.insist('its refund is given up', async () => {
    await refundAhead(scene, 61 * minuteMs);
    return (await one<{ status: string }>(scene, refundSql))?.status === 'FAILED';
  });
  await isCase(scene, 'REFUND');
}

export async function cooling(scene: Scene): Promise<void> {
  const { accountNumber, bankCode, accountName } = await scene.world.soak.bank.account(
    '999998',
    `8${scene.payer.slice(1)}`,
  );
  scene.payerName = accountName;
  await paid(scene);
  await scene.refund(asked, { destination: { accountNumber, bankCode } });
  await refundIs(scene, 'REQUESTED');
}

export async function cooled(scene: Scene): Promise<void> {
  await scene.world.query(
    `update refund r set redirected_at = redirected_at - interval '25 hours' from checkout c
      where c.checkout_id = r.checkout_id and c.payment_reference = $1`,
    [scene.reference],
  );
  await scene.insist('the waiting time is over', async () => {
    await refundAhead(scene, 25 * 60 * minuteMs);
    return (await one<{ status: string }>(scene, refundSql))?.status === 'SUCCESSFUL';
  });
}
