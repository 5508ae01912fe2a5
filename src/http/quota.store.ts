import type pg from 'pg';
import type { QuotaGrant, QuotaStore } from './quota-store.port.js';
import type { QuotaRule } from '../domain/quota-rule.js';
import { query, queryOne } from '../platform/database/database.js';
import { call } from '../platform/database/sql-call.js';

const draw = call('draw_quota').as<GrantRow>();
const forget = { name: 'forget_quota', text: 'delete from quota_window where name = $1' };

interface GrantRow {
  granted: number;
  remaining: number;
  ends_in_ms: number;
}

export class PgQuotaStore implements QuotaStore {
  constructor(private readonly pool: pg.Pool) {}

  async draw(name: string, used: number, want: number, rule: QuotaRule): Promise<QuotaGrant> {
    const row = await queryOne(
      this.pool,
      draw({ name, used, want, limit: rule.limit, windowMs: rule.windowMs }),
    );
    return { granted: row.granted, remaining: row.remaining, endsInMs: row.ends_in_ms };
  }

  async forget(name: string): Promise<void> {
    await query(this.pool, forget, [name]);
  }
}
