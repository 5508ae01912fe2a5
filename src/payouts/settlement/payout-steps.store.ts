import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { PayoutStatus } from '../../domain/payout-state.js';
import type { OutgoingHold } from '../../domain/outgoing-hold.js';
import type {
  PayoutAccount,
  PayoutInstruction,
  PayoutStanding,
  PayoutStep,
  SendingStatus,
  SettlementStanding,
  SettlementStep,
} from './payout-steps.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';
import type { Id } from '../../domain/ids.js';

const findStanding = {
  name: 'settlement_standing',
  text: 'select * from settlement_standing where settlement_id = $1',
};
const takePayoutStep = call('take_payout_step').as<StandingRow>();
const takeSettlementStep = call('take_settlement_step').as<StandingRow>();
const readInstruction = {
  name: 'payout_instruction',
  text: `select p.payout_id, p.amount_minor, p.currency, p.provider, a.account_number, a.bank_code, a.account_name,
                left(coalesce(s.narration, 'Settlement ' || s.settlement_reference), 100) as narration,
                (select o.status from outward_transfer o where o.session_id = $2 and o.purpose_id = $1) as sending_status
           from payout p
           join settlement s on s.settlement_id = p.settlement_id
           join settlement_account a on a.settlement_account_id = s.settlement_account_id
          where p.payout_id = $1`,
};
const readAccount = {
  name: 'payout_account',
  text: `select a.provider, a.account_number, a.bank_code, a.account_name
           from settlement s join settlement_account a on a.settlement_account_id = s.settlement_account_id
          where s.settlement_id = $1`,
};
const noteName = {
  name: 'note_settlement_name',
  text: 'update settlement set noted_name = $2 where settlement_id = $1 and noted_name is distinct from $2',
};

interface StandingRow extends RowOf<Omit<SettlementStanding, 'payouts'>> {
  payouts: readonly PayoutJson[];
}

interface PayoutJson {
  payoutId: Id<'pay'>;
  part: number;
  amountMinor: string;
  status: PayoutStatus;
  attempts: number;
  sessionId: string | null;
  sentAt: string | null;
  debited: string | null;
  openedAt: string;
  tail: string;
  onStatement: string | null;
  heldBy: OutgoingHold | null;
}

interface AccountRow {
  provider: string;
  account_number: string;
  bank_code: string;
  account_name: string;
}

interface InstructionRow extends AccountRow {
  payout_id: Id<'pay'>;
  amount_minor: bigint;
  currency: string;
  narration: string;
  sending_status: SendingStatus | null;
}

/** Settlements and payouts on PostgreSQL, as their workflow uses them. Each call is one transaction and may be made again. */
export class PgPayoutSteps {
  constructor(private readonly pool: pg.Pool) {}

  async find(settlementId: string): Promise<SettlementStanding> {
    return toStanding(await queryOne<StandingRow>(this.pool, findStanding, [settlementId]));
  }

  /**
   * Takes a step: changes the status, posts the journals, and writes the row of the sending and the events. If it was
   * taken already, returns the present state.
   */
  async takePayoutStep(step: PayoutStep): Promise<SettlementStanding> {
    const { payoutId, event, sessionId, code, failure } = step;

    return toStanding(
      await queryOne(this.pool, takePayoutStep({ payoutId, event, sessionId, code, failure })),
    );
  }

  async takeSettlementStep(step: SettlementStep): Promise<SettlementStanding> {
    const { settlementId, event, reason } = step;
    const operator = event === 'RELEASED' ? step.operator : null;

    return toStanding(
      await queryOne(this.pool, takeSettlementStep({ settlementId, event, reason, operator })),
    );
  }

  /** Returns the instruction for the rail, for the sending of this session id. */
  async instruction(payoutId: Id<'pay'>, sessionId: string): Promise<PayoutInstruction> {
    const values = [payoutId, sessionId];
    const row = await queryOne<InstructionRow>(this.pool, readInstruction, values);
    const { amount_minor: amountMinor, currency, narration, sending_status: sendingStatus } = row;
    return { ...toAccount(row), payoutId, amountMinor, currency, narration, sendingStatus };
  }

  /** Returns the account as it was registered, to be compared with its bank's present answer. */
  async account(settlementId: string): Promise<PayoutAccount> {
    return toAccount(await queryOne<AccountRow>(this.pool, readAccount, [settlementId]));
  }

  /** Stores the name that the bank gave now, for an operator to see and to accept. */
  async noteName(settlementId: string, accountName: string): Promise<void> {
    await query(this.pool, noteName, [settlementId, accountName]);
  }
}

function toStanding(row: StandingRow): SettlementStanding {
  return {
    settlementId: row.settlement_id,
    merchantId: row.merchant_id,
    status: row.status,
    holdReason: row.hold_reason,
    currency: row.currency,
    netMinor: row.net_minor,
    provider: row.provider,
    payouts: row.payouts.map(toPayout),
  };
}

function toPayout(row: PayoutJson): PayoutStanding {
  const { sessionId, sentAt, amountMinor, openedAt, tail, onStatement, ...payout } = row;
  const nextSession = { openedAt: new Date(openedAt), tail, onStatement };
  const openSending =
    sessionId === null || sentAt === null ? null : { sessionId, sentAt: new Date(sentAt) };
  return { ...payout, amountMinor: BigInt(amountMinor), openSending, nextSession };
}

function toAccount(row: AccountRow): PayoutAccount {
  return {
    provider: row.provider,
    accountNumber: row.account_number,
    bankCode: row.bank_code,
    accountName: row.account_name,
  };
}
