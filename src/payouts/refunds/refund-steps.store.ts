import { isCharged } from '../../domain/channels.js';
import type pg from 'pg';
import type { OutgoingHold } from '../../domain/outgoing-hold.js';
import type { RefundInstruction, RefundStanding, RefundStep } from './refund-steps.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const findStanding = {
  name: 'refund_standing',
  text: 'select * from refund_standing where refund_id = $1',
};
const takeStep = call('take_refund_step').as<StandingRow>();
const readInstruction = {
  name: 'refund_instruction',
  text: `select r.refund_id, r.provider, r.amount_minor, r.currency, r.channel, r.destination,
                r.redirected_at is not null as is_redirected,
                case when not was_sent(k) then k.session_id end as charge_id,
                coalesce(k.credit_key, k.session_id) as credit_key,
                left('Refund ' || coalesce(c.payment_reference, r.credit_id), 100) as narration,
                (select o.status from outward_transfer o where o.session_id = $2 and o.purpose_id = $1) as sending_status
           from refund r
           join inward_credit k on k.credit_id = r.credit_id
           left join checkout c on c.checkout_id = r.checkout_id
          where r.refund_id = $1`,
};
const chargeOf = {
  name: 'charge_of_refund_sending',
  text: `select k.session_id as charge_id from outward_transfer o
           join refund r on r.refund_id = o.purpose_id join inward_credit k on k.credit_id = r.credit_id
          where o.session_id = $1`,
};
const nameDestination = {
  name: 'name_refund_destination',
  text: `update refund set destination = destination || jsonb_build_object('accountName', $2::text)
          where refund_id = $1 and destination ->> 'accountName' is distinct from $2`,
};

interface StandingRow {
  refund_id: string;
  status: RefundStanding['status'];
  channel: RefundStanding['channel'];
  provider: string;
  amount_minor: bigint;
  attempts: number;
  has_account: boolean;
  is_redirected: boolean;
  cooling_ms: bigint;
  open_session_id: string | null;
  open_sent_at: Date | null;
  debited: string | null;
  opened_at: Date;
  tail: string;
  acquirer_id: string;
  on_statement: string | null;
  held_by: OutgoingHold | null;
}

interface InstructionRow {
  refund_id: string;
  provider: string;
  amount_minor: bigint;
  currency: string;
  channel: RefundStanding['channel'];
  destination: { accountNumber?: string; bankCode?: string; accountName?: string | null };
  charge_id: string | null;
  credit_key: string;
  is_redirected: boolean;
  narration: string;
  sending_status: RefundInstruction['sendingStatus'];
}

/** Refunds on PostgreSQL, as their workflow uses them. Each call is one transaction and may be made again. */
export class PgRefundSteps {
  constructor(private readonly pool: pg.Pool) {}

  async find(refundId: string): Promise<RefundStanding> {
    return toStanding(await queryOne<StandingRow>(this.pool, findStanding, [refundId]));
  }

  /**
   * Takes a step: changes the status, posts the journals, and writes the row of the sending and the events. If the step
   * was taken already (the same event of the same session id), returns the present state.
   */
  async take({ refundId, event, sessionId, code, failure }: RefundStep): Promise<RefundStanding> {
    return toStanding(
      await queryOne(this.pool, takeStep({ refundId, event, sessionId, code, failure })),
    );
  }

  /** Returns the instruction for the rail; `destination` is null for a card. */
  async instruction(refundId: string, sessionId?: string): Promise<RefundInstruction> {
    const values = [refundId, sessionId];
    const row = await queryOne<InstructionRow>(this.pool, readInstruction, values);
    const { accountNumber = '', bankCode = '', accountName = null } = row.destination;
    return {
      refundId: row.refund_id,
      provider: row.provider,
      amountMinor: row.amount_minor,
      currency: row.currency,
      destination: isCharged(row.channel) ? null : { accountNumber, bankCode, accountName },
      isRedirected: row.is_redirected,
      chargeId: row.charge_id,
      creditKey: row.credit_key,
      narration: row.narration,
      sendingStatus: row.sending_status,
    };
  }

  /** Returns the charge that a sending of a card's refund gives back, or undefined when there is no such sending. */
  async chargeOf(sessionId: string): Promise<string | undefined> {
    const [row] = await query<{ charge_id: string }>(this.pool, chargeOf, [sessionId]);
    return row?.charge_id;
  }

  /** Keeps the name that the destination's bank gave. */
  async nameDestination(refundId: string, accountName: string): Promise<void> {
    await query(this.pool, nameDestination, [refundId, accountName]);
  }
}

function toStanding(row: StandingRow): RefundStanding {
  return {
    refundId: row.refund_id,
    status: row.status,
    channel: row.channel,
    provider: row.provider,
    amountMinor: row.amount_minor,
    attempts: row.attempts,
    hasAccount: row.has_account,
    isRedirected: row.is_redirected,
    coolingMs: Number(row.cooling_ms),
    openSending:
      row.open_session_id === null || row.open_sent_at === null
        ? null
        : { sessionId: row.open_session_id, sentAt: row.open_sent_at },
    debited: row.debited,
    nextSession: { openedAt: row.opened_at, tail: row.tail, onStatement: row.on_statement },
    acquirerId: row.acquirer_id,
    heldBy: row.held_by,
  };
}
