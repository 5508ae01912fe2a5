import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';
import type { AskedErasure, ErasureOutcome, WantedErasure } from '../../pages/portal/erasure.js';

const ask = call('ask_erasure').as<{
  outcome: ErasureOutcome;
  payment_reference: string | null;
}>();
const asked = {
  name: 'erasures_asked',
  text: `select payment_reference as "paymentReference", asked_at as "askedAt", is_decided as "isDecided" from erasures_asked($1)`,
};

/** Stores merchants' requests to erase a payer. Operators decide about the requests. */
export class PgAskedErasures {
  constructor(private readonly pool: pg.Pool) {}

  async ask(by: Actor, merchantId: string, payer: WantedErasure): Promise<ErasureOutcome> {
    const { email, phone, reason } = payer;
    return (await queryOne(this.pool, ask({ by: { ...by, reason }, merchantId, email, phone })))
      .outcome;
  }

  /** Returns a merchant's requests, the newest first. */
  of(merchantId: string): Promise<AskedErasure[]> {
    return query<AskedErasure>(this.pool, asked, [merchantId]);
  }
}
