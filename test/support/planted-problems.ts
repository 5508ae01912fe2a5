import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { checkoutWorkflowId, refundWorkflowId } from '../../src/domain/ids.js';
import { createTemporalClient } from '../../src/platform/temporal/connection.js';
import { addDueMerchant } from './due-merchant.js';
import type { DeskWorld } from './desk-world.js';
import { triggerSchedule } from './schedules.js';
import { fastForward } from './time.js';
import { codecKeySet } from './key-sets.js';

/** A problem that needs a person. Each can be made as often as one likes. */
export interface PlantedProblem {
  readonly name: string;
  /** What an operator decides about it here. */
  readonly decision: string;
  readonly takesTwo: boolean;
  /** Makes it; answers the subject of its case. */
  readonly plant: (world: ProblemWorld) => Promise<string>;
  /** SQL that answers `standing` of the subject $1 once the decision is carried out. */
  readonly standing: string;
  /** What its page must show besides. */
  readonly shows?: readonly string[];
  readonly becomes: string;
}

const hourMs = 3_600_000;
const bankCode = '999998';

/** A desk with what makes problems: the bank's simulator, clocks, and the searches that run by schedules. */
export class ProblemWorld {
  readonly temporal;
  #accounts = 0;

  constructor(readonly desk: DeskWorld) {
    const { env } = desk.api.manilla;
    this.temporal = createTemporalClient({
      temporalAddress: env.TEMPORAL_ADDRESS,
      temporalNamespace: env.TEMPORAL_NAMESPACE,
      codecKeys: codecKeySet(env),
    });
  }

  get api() {
    return this.desk.api;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.temporal.connection.close();
  }

  /** An account outside that nobody else uses. */
  freshAccount(): string {
    this.#accounts += 1;
    return String(6_000_000_000 + this.#accounts);
  }

  /** One value of one row, once it is there. */
  until(sql: string, values: unknown[]): Promise<string> {
    return vi.waitFor(
      async () => {
        const [row] = await this.api.query<{ found: string | null }>(sql, values);
        if (row?.found === undefined || row.found === null) throw new Error(`not there: ${sql}`);
        return row.found;
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  /** As the schedules do it: the bank's statement is read, then what stands still is looked for. */
  async searched(): Promise<void> {
    const taskQueue = 'rails';
    await this.temporal.workflow.execute('reconciliationWorkflow', {
      ...{ taskQueue, workflowId: `reconcile-${randomUUID()}`, args: [{ provider: 'simulator' }] },
    });
    await this.temporal.workflow.execute('sweepWorkflow', {
      ...{ taskQueue, workflowId: `sweep-${randomUUID()}`, args: [] },
    });
  }

  /** Money of nobody from this account, which an operator has sent back; its refund. */
  async refundTo(accountNumber: string): Promise<string> {
    const creditId = await this.desk.strayCredit(770_000, accountNumber);
    const number = await this.desk.caseOf(creditId);
    await this.desk.ada.post(`/cases/${number}/decisions`, {
      decision: 'return',
      reason: 'planted',
    });
    return this.until('select refund_id as found from refund where credit_id = $1', [creditId]);
  }

  /** A settlement of a merchant that is paid to this account; undefined as name: as the bank has it. */
  async settlementTo(accountNumber: string, accountName?: string): Promise<string> {
    const { api } = this;
    const account = await api.bank.account(bankCode, accountNumber);
    const run = (sql: string, values: unknown[]) => api.query(sql, values);
    const paidTo = { ...account, ...(accountName !== undefined && { accountName }) };
    const merchantId = await addDueMerchant(run, paidTo, 2_500_000);
    await triggerSchedule(this.temporal, 'settle-instant', 'ALLOW_ALL');
    return this.until(
      `select settlement_id as found from settlement where merchant_id = $1 and status = 'ON_HOLD'`,
      [merchantId],
    );
  }
}

const ofRefund = 'select status as standing from refund where refund_id = $1';
const ofCredit = 'select resolution as standing from inward_credit where credit_id = $1';
const ofSettlement = 'select status as standing from settlement where settlement_id = $1';
const ofFinding = `select action as standing from finding where kind || ':' || subject = $1`;

export const plantedProblems: readonly PlantedProblem[] = [
  {
    name: 'money for a number of nobody',
    decision: 'return',
    takesTwo: false,
    plant: ({ desk }) => desk.strayCredit(),
    standing: ofCredit,
    becomes: 'RETURNED',
  },
  {
    name: 'a refund whose answer was lost',
    decision: 'sent',
    takesTwo: true,
    async plant(world) {
      const account = world.freshAccount();
      const { bank } = world.api;
      await bank.misbehave({ on: 'transfer', account, times: 1, answer: '09', done: true });
      await bank.misbehave({ on: 'query', account, answer: '09' });
      const refundId = await world.refundTo(account);
      await world.until(
        `select 'yes' as found from refund where refund_id = $1 and status = 'UNKNOWN'`,
        [refundId],
      );
      await fastForward(world.temporal, refundWorkflowId(refundId), 1.1 * hourMs);
      return refundId;
    },
    standing: ofRefund,
    becomes: 'SUCCESSFUL',
  },
  {
    name: 'a refund whose account is refused',
    decision: 'keep',
    takesTwo: false,
    async plant(world) {
      const account = world.freshAccount();
      await world.api.bank.misbehave({ on: 'name-enquiry', account, answer: '07' });
      return world.refundTo(account);
    },
    standing: ofRefund,
    becomes: 'FAILED',
  },
  {
    name: 'a transfer that came too late',
    decision: 'accept',
    takesTwo: false,
    async plant({ api }) {
      const { accountNumber, amount } = await api.awaitingPayment();
      await api.query(
        `update checkout set policies = policies || '{"late": "HOLD"}' where checkout_id in
           (select checkout_id from virtual_account where account_number = $1)`,
        [accountNumber],
      );
      const sentAt = new Date(Date.now() + hourMs).toISOString();
      const { sessionId } = await api.bank.payInward({ accountNumber, amount, sentAt });
      const [row] = await api.query<{ credit_id: string }>(
        'select credit_id from inward_credit where session_id = $1',
        [sessionId],
      );
      return row?.credit_id ?? '';
    },
    standing: ofCredit,
    becomes: 'ACCEPTED',
  },
  {
    name: 'a payout to an account whose holder has another name',
    decision: 'release',
    takesTwo: true,
    plant: (world) => world.settlementTo(world.freshAccount(), 'QUITE ANOTHER LIMITED'),
    standing: ofSettlement,
    becomes: 'SUCCESSFUL',
  },
  {
    name: 'a payout that is refused',
    decision: 'cancel',
    takesTwo: false,
    async plant(world) {
      const account = world.freshAccount();
      await world.api.bank.misbehave({ on: 'transfer', account, answer: '07', done: false });
      return world.settlementTo(account);
    },
    standing: ofSettlement,
    becomes: 'CANCELLED',
  },
  {
    name: 'an order that is paid in part',
    decision: 'accept',
    takesTwo: false,
    async plant(world) {
      const { api } = world;
      const { reference, accountNumber } = await api.partlyPaid();
      const find = `select checkout_id as found from virtual_account where account_number = $1`;
      const checkoutId = await world.until(find, [accountNumber]);
      // Past the end of its account, and not of its session.
      const workflowId = checkoutWorkflowId(api.manilla.merchant.merchantId, reference);
      await fastForward(world.temporal, workflowId, 0.52 * hourMs);
      return checkoutId;
    },
    shows: ['₦4,000.00 of ₦10,000.00 paid', 'Paid so far', 'Our account'],
    standing: 'select status as standing from checkout where checkout_id = $1',
    becomes: 'SUCCESSFUL',
  },
  {
    name: 'an endpoint that is dead',
    decision: 'replay',
    takesTwo: false,
    async plant(world) {
      const run = (sql: string, values: unknown[]) => world.api.query(sql, values);
      const account = await world.api.bank.account(bankCode, world.freshAccount());
      const merchantId = await addDueMerchant(run, account, 1_000, { schedule: 'MANUAL' });
      // Five days without a success, in a step.
      await run(
        `insert into webhook_endpoint (merchant_id, url, secret_sealed, status, disabled_reason, failing_since)
           values ($1, 'https://dead.example/hook', '\\x00', 'SUPPRESSED', 'NO_SUCCESS', now() - interval '6 days')`,
        [merchantId],
      );
      await world.searched();
      return merchantId;
    },
    standing: 'select status as standing from webhook_endpoint where merchant_id = $1',
    becomes: 'ACTIVE',
  },
  {
    name: 'a debit that nobody knows of',
    decision: 'adjust',
    takesTwo: true,
    async plant(world) {
      const { sessionId } = await world.api.bank.debit(300_000);
      await world.searched();
      return `UNEXPLAINED_DEBIT:${sessionId}`;
    },
    standing: ofFinding,
    becomes: 'RESOLVED',
  },
  {
    name: 'a posting that is parked',
    decision: 'retry',
    takesTwo: false,
    async plant(world) {
      const { api } = world;
      const { accountNumber, amount } = await api.awaitingPayment();
      const find = `select checkout_id as found from virtual_account where account_number = $1`;
      const checkoutId = await world.until(find, [accountNumber]);
      await api.query('alter table balance_transaction rename to balance_transaction_gone');
      try {
        await api.merchant.pay({ accountNumber, amount });
        await world.desk.caseOf(checkoutId);
      } finally {
        await api.query('alter table balance_transaction_gone rename to balance_transaction');
      }
      return checkoutId;
    },
    standing: 'select status as standing from checkout where checkout_id = $1',
    becomes: 'SUCCESSFUL',
  },
];
