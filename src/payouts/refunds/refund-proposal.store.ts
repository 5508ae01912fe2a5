import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed, callSpreading } from '../../platform/database/sql-call.js';
import type {
  NewRefundProposal,
  RefundAsks,
  RefundProposal,
  RefundRule,
  RefundRules,
} from './refund-proposal.js';

const rulesOf = {
  name: 'refund_rules_of',
  text: 'select over_minor, asks, next_over_minor, next_asks, next_from from refund_rules_of($1)',
};
const setRule = callNamed('set_refund_rule', 'holds_from').as<{ holds_from: Date }>();
const ask = callNamed('ask_refund', 'outcome').as<{ outcome: AskedOutcome }>();
const decide = callSpreading('decide_refund_proposal', 'proposal').as<
  ProposalRow & { outcome: DecidedOutcome }
>();
const notMade = callNamed('refund_not_made', 'refund_not_made');
const columns = `proposal_id, transaction_reference, payment_reference, amount_minor, reason, person_id, person, created_at, status`;
const waiting = {
  name: 'refund_proposals_waiting',
  text: `select ${columns} from refund_proposal where merchant_id = $1 and status = 'PROPOSED' and created_at > now() - interval '7 days' order by created_at, proposal_id limit 100`,
};

type AskedOutcome = 'REFUND' | 'PROPOSED' | 'FRESH_NEEDED' | 'OTHER' | 'OVER';
type DecidedOutcome = 'DECIDED' | 'UNKNOWN' | 'OVER' | 'SAME_PERSON' | 'TOO_NEW';

interface RulesRow {
  over_minor: bigint | null;
  asks: RefundAsks | null;
  next_over_minor: bigint | null;
  next_asks: RefundAsks | null;
  next_from: Date | null;
}

interface ProposalRow {
  proposal_id: string;
  transaction_reference: string;
  payment_reference: string | null;
  amount_minor: bigint;
  reason: string;
  person_id: string;
  person: string;
  created_at: Date;
  status: RefundProposal['status'];
}

/** Stores refunds that two people of a merchant must agree to, and the amount from which they must. */
export class PgRefundProposals {
  /** @param confirming the roles that every merchant has and that may confirm; their people get the request */
  constructor(
    private readonly pool: pg.Pool,
    private readonly confirming: readonly string[],
  ) {}

  async rulesOf(merchantId: string): Promise<RefundRules> {
    const row = await queryOne<RulesRow>(this.pool, rulesOf, [merchantId]);
    const now = ruleOf(row.over_minor, row.asks);
    const next = ruleOf(row.next_over_minor, row.next_asks);
    return { now, next: next && row.next_from && { ...next, from: row.next_from } };
  }

  /** Returns the time from which the rule holds. */
  async setRule(by: Actor, merchantId: string, { overMinor, asks }: RefundRule): Promise<Date> {
    return (await queryOne(this.pool, setRule({ by, merchantId, overMinor, asks }))).holds_from;
  }

  /** The oldest first. */
  async waiting(merchantId: string): Promise<RefundProposal[]> {
    return (await query<ProposalRow>(this.pool, waiting, [merchantId])).map(toProposal);
  }

  /**
   * Records the refund that a person asks for, and returns what to do with it. The same id again has the same outcome.
   */
  async ask(
    by: Actor,
    merchantId: string,
    asked: NewRefundProposal,
    isFresh: boolean,
  ): Promise<AskedOutcome> {
    const row = {
      proposal_id: asked.proposalId,
      merchant_id: merchantId,
      transaction_reference: asked.transactionReference,
      payment_reference: asked.paymentReference,
      amount_minor: String(asked.amountMinor),
      reason: asked.reason,
    };
    return (await queryOne(this.pool, ask({ by, asked: row, isFresh, roles: this.confirming })))
      .outcome;
  }

  async decide(
    by: Actor,
    merchantId: string,
    id: string,
    status: 'DONE' | 'WITHDRAWN',
  ): Promise<{ readonly outcome: DecidedOutcome; readonly proposal: RefundProposal | null }> {
    const row = await queryOne(this.pool, decide({ by, merchantId, id, status }));
    const proposal = row.outcome === 'UNKNOWN' ? null : toProposal(row);
    return { outcome: row.outcome, proposal };
  }

  async notMade(by: Actor, id: string): Promise<void> {
    await query(this.pool, notMade({ by, id }));
  }
}

function ruleOf(overMinor: bigint | null, asks: RefundAsks | null): RefundRule | null {
  return overMinor === null || asks === null ? null : { overMinor, asks };
}

function toProposal(row: ProposalRow): RefundProposal {
  return {
    proposalId: row.proposal_id,
    transactionReference: row.transaction_reference,
    paymentReference: row.payment_reference,
    amountMinor: row.amount_minor,
    reason: row.reason,
    personId: row.person_id,
    person: row.person,
    createdAt: row.created_at,
    status: row.status,
  };
}
