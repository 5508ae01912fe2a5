import type pg from 'pg';
import type { BankAsking } from './bank-asking.port.js';
import { queryOne } from '../../platform/database/database.js';

const mayAsk = {
  name: 'may_ask_bank',
  text: `select wait_ms from may_ask_bank($1, $2 * interval '1 millisecond')`,
};

export class PgBankAsking implements BankAsking {
  constructor(private readonly pool: pg.Pool) {}

  async take(merchantId: string, pauseMs: number): Promise<number> {
    const values = [merchantId, pauseMs];
    return (await queryOne<{ wait_ms: number }>(this.pool, mayAsk, values)).wait_ms;
  }
}
