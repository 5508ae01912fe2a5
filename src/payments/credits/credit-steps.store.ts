import type pg from 'pg';
import type { CreditActivities, CreditStanding } from '../../../activities/payments/contract.js';
import { queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import { isOutage } from '../../platform/database/outage.js';

const resolveHeldCredit = call('resolve_held_credit').as<HeldRow>();

const bookStatic = callNamed('book_static_credits', 'booked').as<{ booked: boolean }>();

interface HeldRow {
  outcome: CreditStanding['outcome'];
  resolution: CreditStanding['resolution'];
  amount_minor: bigint;
  return_at: Date | null;
  has_merchant: boolean;
  called_off: boolean;
}

/** Held credits on PostgreSQL. Each call is one transaction and may be made again. */
export class PgCreditSteps implements CreditActivities {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Applies the checkout's policy, or an operator's decision: posts, changes the checkout, requests the refund,
   * notifies the merchant. A credit that is resolved already is returned as it is; `keep` leaves a credit in suspense
   * for good.
   */
  async resolveCredit({
    creditId,
    ruling,
  }: Parameters<CreditActivities['resolveCredit']>[0]): Promise<CreditStanding> {
    const { by } = ruling;
    const decision = by === 'POLICY' ? null : ruling.decision;
    const row = await queryOne(this.pool, resolveHeldCredit({ creditId, by, decision }));
    return {
      outcome: row.outcome,
      resolution: row.resolution,
      amountMinor: String(row.amount_minor),
      returnAt: row.return_at?.toISOString() ?? null,
      hasMerchant: row.has_merchant,
      isCalledOff: row.called_off,
    };
  }

  /**
   * Books a static account's credit, and other waiting credits of its merchant, without waiting for a lock; returns
   * false while somebody holds the merchant's account.
   */
  async bookStatic(creditId: string): Promise<boolean> {
    try {
      return await this.book(creditId, false);
    } catch (error) {
      if (isOutage(error)) throw error;
      // The failure may be another credit's in the batch, so this credit is booked alone.
      return this.book(creditId, true);
    }
  }

  private async book(creditId: string, isAlone: boolean): Promise<boolean> {
    return (await queryOne(this.pool, bookStatic({ creditId, alone: isAlone }))).booked;
  }
}
