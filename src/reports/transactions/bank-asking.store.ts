import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';

const mayAsk = {
  name: 'may_ask_bank',
  text: `select wait_ms from may_ask_bank($1, $2 * interval '1 millisecond')`,
};

/** Limits how often a merchant may make us ask a bank. The times are stored where every process sees them. */
export class PgBankAsking {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the milliseconds until the merchant may ask. 0: the merchant may ask now, and this time is stored. */
  async take(merchantId: string, pauseMs: number): Promise<number> {
    const values = [merchantId, pauseMs];
    return (await queryOne<{ wait_ms: number }>(this.pool, mayAsk, values)).wait_ms;
  }
}
