import type { Currency } from '../../domain/currency.js';
import type pg from 'pg';
import type { Found } from '../../platform/findings/finding.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

/** A payment of our books that a bank without a statement is to be asked about. */
export interface PaymentToAsk {
  readonly what: 'CREDIT' | 'TRANSFER';
  /** The id of a credit, or our session id of a transfer. */
  readonly subject: string;
  /** The provider's own key of a credit. Null for a transfer. */
  readonly creditKey: string | null;
  readonly sessionId: string;
  readonly accountNumber: string | null;
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/** UNKNOWN: the bank gave no answer. */
export type AskedOutcome = 'SAME' | 'OTHER' | 'ABSENT' | 'UNKNOWN';

/** How the comparison with a bank without a statement stands. */
export interface AskedStanding {
  /** The number of questions in the last 24 hours. */
  readonly asked: number;
  readonly denied: number;
  readonly toAsk: number;
  readonly lastAt: Date | null;
}

const toAsk = call('payments_to_ask').as<{
  what: PaymentToAsk['what'];
  subject: string;
  credit_key: string | null;
  session_id: string;
  account_number: string | null;
  amount_minor: bigint;
  currency: Currency;
}>();
const noteAsked = call('note_asked_at_bank').as<{ kind: string; subject: string }>();
const standing = call('asked_standing').as<{
  asked: bigint;
  denied: bigint;
  to_ask: bigint;
  last_at: Date | null;
}>();

/** Stores the questions to banks without a statement. */
export class PgAskedAtBank {
  constructor(private readonly pool: pg.Pool) {}

  async toAsk(provider: string, limit: number): Promise<readonly PaymentToAsk[]> {
    const rows = await query(this.pool, toAsk({ provider, limit }));
    return rows.map((row) => ({
      ...{ what: row.what, subject: row.subject, creditKey: row.credit_key },
      ...{ sessionId: row.session_id, accountNumber: row.account_number },
      ...{ amountMinor: row.amount_minor, currency: row.currency },
    }));
  }

  /** Stores the bank's answer. Returns the finding if there is one. */
  async note(
    provider: string,
    { what, subject }: Pick<PaymentToAsk, 'what' | 'subject'>,
    outcome: AskedOutcome,
  ): Promise<readonly Found[]> {
    const rows = await query(this.pool, noteAsked({ provider, what, subject, outcome }));
    const about = { action: 'ATTENTION', about: null, sessionId: null } as const;
    return rows.map(({ kind, subject: denied }) => ({ kind, subject: denied, ...about }));
  }

  async standing(provider: string): Promise<AskedStanding> {
    const row = await queryOne(this.pool, standing({ provider }));
    const { asked, denied, to_ask: waiting, last_at: lastAt } = row;
    return {
      ...{ asked: Number(asked), denied: Number(denied) },
      ...{ toAsk: Number(waiting), lastAt },
    };
  }
}
