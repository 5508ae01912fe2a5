import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';

/** The payer to be forgotten, by one of three; `merchantId`: with this merchant only. */
export type WantedPayer = { readonly merchantId?: string } & (
  | { readonly email: string }
  | { readonly accountNumber: string; readonly bankCode: string }
  | { readonly checkoutId: string }
);

/** The reasons that keep a piece of a payer's data; docs/retention.md has the end of each. */
export type ErasureHold =
  | 'CHECKOUT_OPEN'
  | 'ACCOUNT_NOT_CLOSED'
  | 'TRANSFER_HELD'
  | 'REFUND_OWED'
  | 'DISPUTE_OPEN'
  | 'CHARGE_OPEN'
  | 'CASE_OPEN'
  | 'WORKFLOW_RUNS'
  | 'WEBHOOK_UNDER_WAY';

/** An order, a static account, or a transfer without an order. */
export interface PayerPiece {
  readonly kind: 'CHECKOUT' | 'STATIC_ACCOUNT' | 'CREDIT';
  readonly subject: string;
  readonly merchantId: string | null;
  readonly paymentReference: string | null;
  readonly transfers: number;
  readonly events: number;
  /** Null: it may go, or is gone. */
  readonly heldBy: ErasureHold | null;
}

/** Transfers are not indexed by who sent them, so a search by account reads all of them. */
const longestSearch = '20min';

/** The pool's connections must wait for an answer for longer than is usual. */
export class PgPayerErasure {
  constructor(private readonly pool: pg.Pool) {}

  /** Changes nothing. */
  find(payer: WantedPayer): Promise<readonly PayerPiece[]> {
    return this.#run(payer, null);
  }

  /** Erases all that nothing holds, in one transaction, and takes each piece down in the audit. */
  erase(payer: WantedPayer, by: Actor): Promise<readonly PayerPiece[]> {
    return this.#run(payer, by);
  }

  async #run(payer: WantedPayer, by: Actor | null): Promise<readonly PayerPiece[]> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(`set local statement_timeout = '${longestSearch}'`);
      const { rows } = await client.query<PayerPiece>(
        `select kind, subject, merchant_id as "merchantId", payment_reference as "paymentReference", transfers, events,
                held_by as "heldBy"
           from erase_payer($1, $2)`,
        [JSON.stringify(payer), by === null ? null : JSON.stringify(by)],
      );
      await client.query('commit');
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
