import { refundWorkflowId } from '../../../src/domain/ids.js';
import { Acquirer } from '../scenarios/acquirer.js';
import { isPaidOut, owe } from './crash-payouts.js';
import type { Scene } from './crash-scenes.js';
import { insisting } from './soak-world.js';

const minuteMs = 60_000;
const due = 1_000_000;
const part = 400_000;
const asked = 250_000;
/** Of a transfer that the database refuses to book (rebuild.soak.ts). */
export const refusedNarration = 'THE BOOKS REFUSE THIS';
/** In the references of orders whose webhooks the merchant's server refuses. */
export const unheard = 'UNHEARD';

/** Something that is open: how it comes to be so, what happens while Temporal is away, and how it ends after it is back. */
export interface OpenThing {
  readonly begin: (scene: Scene) => Promise<void>;
  readonly away?: (scene: Scene) => Promise<void>;
  readonly end: (scene: Scene) => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();
const isPaid = (scene: Scene): Promise<void> => scene.until('SUCCESSFUL');

async function one<Row extends Record<string, unknown>>(
  scene: Scene,
  sql: string,
  values: unknown[] = [scene.reference],
): Promise<Row | undefined> {
  return (await scene.world.query<Row>(sql, values))[0];
}

/** Waits until a query answers a row. */
const found = (scene: Scene, what: string, sql: string, values?: unknown[]): Promise<void> =>
  scene.insist(what, async () => (await one(scene, sql, values)) !== undefined);

const misbehave = (scene: Scene, on: string, rule: object): Promise<unknown> =>
  scene.world.soak.bank.misbehave({ on, account: scene.payer, ...rule });

async function paid(scene: Scene): Promise<void> {
  await scene.open();
  await scene.pay(due);
  await isPaid(scene);
}

async function partPaid(scene: Scene): Promise<void> {
  await scene.open();
  await scene.pay(part);
  await scene.until('PARTIALLY_PAID');
}

/** The account closes, by the workflow's clock; the session goes on. */
async function closeAccount(scene: Scene): Promise<void> {
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

const isCase = (scene: Scene, kind: keyof typeof caseSql): Promise<void> =>
  found(scene, `its case is open`, caseSql[kind], keyOf(scene, kind));

/** An operator decides about what waits; the case is known before the workflow waits again. */
async function decide(
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

async function settlementIs(scene: Scene, status: string): Promise<void> {
  await scene.insist(`its settlement is ${status}`, async () => {
    const sql = 'select status from settlement where merchant_id = $1 and net_minor > 0';
    const settlement = await one<{ status: string }>(scene, sql, [scene.paidOutTo]);
    if (settlement === undefined) await isPaidOut(scene.world, scene.paidOutTo ?? '');
    return settlement?.status === status;
  });
}

/** A merchant is due money, and everything that the bank is asked about it goes as the rules say. */
async function owed(scene: Scene, rules: Readonly<Record<string, object>>): Promise<void> {
  for (const [on, rule] of Object.entries(rules)) await misbehave(scene, on, rule);
  scene.paidOutTo = await owe(scene.world, scene.payer, 1_500_000);
}

const attemptSql = `select a.attempt_id, a.status from card_attempt a join checkout c using (checkout_id)
                     where c.payment_reference = $1 order by a.created_at desc limit 1`;

async function attempt(scene: Scene, ...statuses: string[]): Promise<string> {
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
async function concluded(scene: Scene): Promise<void> {
  const attemptId = await attempt(scene, 'REQUIRES_ACTION', 'UNKNOWN', 'PROCESSING');
  await acquirerOf(scene).conclude(attemptId);
  await isPaid(scene);
}

const card =
  (token: string, ...statuses: string[]) =>
  async (scene: Scene): Promise<void> => {
    await scene.initiate();
    await scene.askForCharge(`${token}_${scene.payer}`);
    await attempt(scene, ...statuses);
  };

const disputeSql = `select d.dispute_id, d.status, d.provider_reference as number, a.status as answer
                      from dispute d join checkout c using (checkout_id)
                      left join dispute_answer a using (dispute_id) where c.payment_reference = $1`;

async function disputed(scene: Scene): Promise<void> {
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

async function answered(scene: Scene): Promise<void> {
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

async function heldByPolicy(scene: Scene): Promise<void> {
  await scene.open({ late: 'HOLD' });
  await scene.pay(due, { isLate: true });
  await isCase(scene, 'CREDIT');
}

async function unmatched(scene: Scene): Promise<void> {
  await scene.pay(333_300, { to: `999${scene.payer.slice(-7)}` });
  await isCase(scene, 'CREDIT');
}

async function returned(scene: Scene): Promise<void> {
  await scene.decideReturn();
  await scene.untilRefunded();
}

/** A refund that was asked for while the bank does not do as it should. */
const refunding =
  (rules: Readonly<Record<string, object>>, ...statuses: string[]) =>
  async (scene: Scene): Promise<void> => {
    await paid(scene);
    for (const [on, rule] of Object.entries(rules)) await misbehave(scene, on, rule);
    await scene.refund(asked);
    await refundIs(scene, ...statuses);
  };

const noAnswer = { answer: 'RESET', done: false };
const lostAnswer = { answer: 'TIMEOUT', done: true };

async function givenUp(scene: Scene): Promise<void> {
  await refunding({ transfer: { answer: '61', done: false } }, 'REQUESTED', 'NAME_ENQUIRY')(scene);
  await scene.insist('its refund is given up', async () => {
    await refundAhead(scene, 61 * minuteMs);
    return (await one<{ status: string }>(scene, refundSql))?.status === 'FAILED';
  });
  await isCase(scene, 'REFUND');
}

async function cooling(scene: Scene): Promise<void> {
  const { accountNumber, bankCode, accountName } = await scene.world.soak.bank.account(
    '999998',
    `8${scene.payer.slice(1)}`,
  );
  scene.payerName = accountName;
  await paid(scene);
  await scene.refund(asked, { destination: { accountNumber, bankCode } });
  await refundIs(scene, 'REQUESTED');
}

async function cooled(scene: Scene): Promise<void> {
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

/** Everything that can be open, in each state in which it can wait. */
export const openThings: Readonly<Record<string, OpenThing>> = {
  'an order without an account': {
    begin: (scene) => scene.initiate(),
    end: async (scene) => {
      await scene.openAccount();
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'an order that is made while Temporal is away': {
    begin: nothing,
    away: (scene) => scene.open(),
    end: async (scene) => {
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'an order that waits for its transfer': {
    begin: (scene) => scene.open(),
    end: async (scene) => {
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'an order that nobody pays': {
    begin: (scene) => scene.open(),
    end: async (scene) => {
      await scene.endSession();
      await scene.until('EXPIRED');
    },
  },
  'an order whose account has closed': {
    begin: async (scene) => {
      await scene.open();
      await closeAccount(scene);
    },
    end: async (scene) => {
      await scene.openAccount();
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'a part': {
    begin: partPaid,
    end: async (scene) => {
      await scene.pay(due - part);
      await isPaid(scene);
    },
  },
  'a part, and its account has closed': {
    begin: async (scene) => {
      await partPaid(scene);
      await closeAccount(scene);
      await isCase(scene, 'CHECKOUT');
    },
    end: async (scene) => {
      await decide(scene, 'CHECKOUT', 'accept');
      await isPaid(scene);
    },
  },
  'a transfer that comes while Temporal is away': {
    begin: (scene) => scene.open(),
    away: (scene) => scene.pay(due),
    end: isPaid,
  },
  'a part that is called off while Temporal is away': {
    begin: partPaid,
    away: async (scene) => void (await insisting(() => scene.client.cancel(scene.reference, {}))),
    end: async (scene) => {
      await scene.until('CANCELLED');
      await scene.untilRefunded();
    },
  },
  'a transfer that the books refuse': {
    begin: async (scene) => {
      await scene.open();
      await scene.pay(due, { narration: refusedNarration });
      await isCase(scene, 'CHECKOUT');
    },
    end: async (scene) => {
      await decide(scene, 'CHECKOUT', 'retry');
      await isPaid(scene);
    },
  },
  'a card whose payer must act': { begin: card('card_3ds', 'REQUIRES_ACTION'), end: concluded },
  'a card with a password': { begin: card('card_otp', 'REQUIRES_ACTION'), end: concluded },
  'a card of which the acquirer knows nothing yet': {
    begin: card('card_pending', 'UNKNOWN'),
    end: concluded,
  },
  'a card that is asked for while Temporal is away': {
    begin: (scene) => scene.initiate(),
    away: async (scene) => {
      await scene.askForCharge(`card_approved_${scene.payer}`, 'wait=0');
      await attempt(scene, 'PENDING', 'SUCCEEDED', 'PROCESSING');
    },
    end: isPaid,
  },
  'a credit of nobody': { begin: unmatched, end: returned },
  'a late credit that is held': {
    begin: heldByPolicy,
    end: async (scene) => {
      await returned(scene);
      await scene.endSession();
      await scene.until('EXPIRED');
    },
  },
  'a refund before its name is asked': {
    begin: refunding({ 'name-enquiry': noAnswer }, 'REQUESTED', 'NAME_ENQUIRY'),
    end: (scene) => scene.untilRefunded(),
  },
  'a refund of which nobody knows': {
    begin: refunding({ transfer: lostAnswer, query: noAnswer }, 'UNKNOWN'),
    end: (scene) => scene.untilRefunded(),
  },
  'a refund that needs an account': {
    begin: async (scene) => {
      await refunding({ 'name-enquiry': { answer: '07' } }, 'NEEDS_ACCOUNT')(scene);
      await isCase(scene, 'REFUND');
    },
    end: async (scene) => {
      await decide(scene, 'REFUND', 'retry');
      await scene.untilRefunded();
    },
  },
  'a refund that was given up': {
    begin: givenUp,
    end: async (scene) => {
      await decide(scene, 'REFUND', 'retry');
      await scene.untilRefunded();
    },
  },
  'a refund to another account': { begin: cooling, end: cooled },
  'a refund that is asked for while Temporal is away': {
    begin: paid,
    away: (scene) => scene.refund(asked),
    end: (scene) => scene.untilRefunded(),
  },
  'a payout before its name is asked': {
    begin: async (scene) => {
      await owed(scene, { 'name-enquiry': noAnswer });
      await settlementIs(scene, 'SCHEDULED');
    },
    end: (scene) => scene.untilPaidOut(),
  },
  'a payout of which nobody knows': {
    begin: async (scene) => {
      await owed(scene, { transfer: lostAnswer, query: noAnswer });
      await settlementIs(scene, 'UNKNOWN');
    },
    end: (scene) => scene.untilPaidOut(),
  },
  'a payout that is held': {
    begin: async (scene) => {
      await owed(scene, { transfer: { answer: '07', times: 1 } });
      await settlementIs(scene, 'ON_HOLD');
    },
    end: (scene) => scene.untilPaidOut({ isHeld: true }),
  },
  'an answer to a chargeback': { begin: disputed, end: answered },
  [`webhooks that are ${unheard}`]: {
    begin: async (scene) => {
      await scene.open();
      await scene.cancel();
      await found(
        scene,
        'its webhook is tried again',
        `select 1 from webhook_delivery d join event e using (event_id) join checkout c using (checkout_id)
          where c.payment_reference = $1 and d.status = 'RETRYING'`,
      );
    },
    end: nothing,
  },
};
