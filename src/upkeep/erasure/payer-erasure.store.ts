import type pg from 'pg';
import { queryPatiently } from '../../platform/database/database.js';
import type { Actor } from '../../domain/actor.js';

/**
 * The payer to be erased, by one of four criteria. With `merchantId`, only this merchant's data of the payer is meant.
 */
export type WantedPayer = { readonly merchantId?: string } & (
  | { readonly email: string }
  /** As E.164. */
  | { readonly phoneNumber: string }
  | { readonly accountNumber: string; readonly bankCode: string }
  | { readonly checkoutId: string }
);

/** The reasons that keep a piece of a payer's data. docs/retention.md says when each of them ends. */
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

/** A piece of a payer's data: an order, a static account, or a transfer without an order. */
export interface PayerPiece {
  readonly kind: 'CHECKOUT' | 'STATIC_ACCOUNT' | 'CREDIT';
  readonly subject: string;
  readonly merchantId: string | null;
  readonly paymentReference: string | null;
  readonly transfers: number;
  readonly events: number;
  /** The reason that keeps the piece. Null when it may be erased, or is erased. */
  readonly heldBy: ErasureHold | null;
}

/**
 * The time that a search or an erasure may take. A search by account reads all transfers, because they have no index by
 * sender.
 */
const searchMs = 20 * 60_000;

const erasePayer = {
  name: 'erase_payer',
  text: `select kind, subject, merchant_id as "merchantId", payment_reference as "paymentReference", transfers, events,
                held_by as "heldBy"
           from erase_payer($1, $2)`,
};

/** Finds and erases the data of a payer. */
export class PgPayerErasure {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the pieces of a payer's data, and changes nothing. */
  find(payer: WantedPayer): Promise<readonly PayerPiece[]> {
    return this.#run(payer, null);
  }

  /** Erases all pieces that nothing holds, in one transaction, and records each of them in the audit. */
  erase(payer: WantedPayer, by: Actor): Promise<readonly PayerPiece[]> {
    return this.#run(payer, by);
  }

  #run(payer: WantedPayer, by: Actor | null): Promise<readonly PayerPiece[]> {
    const values = [JSON.stringify(payer), by === null ? null : JSON.stringify(by)];
    return queryPatiently<PayerPiece>(this.pool, { ...erasePayer, values }, searchMs);
  }
}
