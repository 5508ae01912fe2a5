import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const dayMs = 86_400_000;
/** A statement looks at so many orders of each kind, a fraction of a second's work. */
const ordersAtOnce = 50;

const eraseOld = call('erase_old_payers').as<{ looked: number; erased: number }>();

/** Erases the payers of orders that nobody has changed for so long. */
export class PgOldPayers {
  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    /** Null: payers are kept. */
    private readonly daysKept: number | null,
  ) {}

  /** Begins no further batch after `forMs`; the next run goes on. Answers how many orders have lost their payer. */
  async erase({ forMs }: { readonly forMs: number }): Promise<number> {
    if (this.daysKept === null) return 0;
    const until = performance.now() + forMs;
    const before = new Date(Date.now() - this.daysKept * dayMs);
    const by: Actor = {
      ...{ kind: 'COMMAND', actor: 'sweep', door: 'COMMAND', partner: null, address: null },
      reason: `MANILLA_PAYERS_KEPT_DAYS is ${this.daysKept}`,
    };
    let total = 0;
    for (let looked = 1; looked > 0 && performance.now() < until;) {
      const batch = await queryOne(this.pool, eraseOld({ before, limit: ordersAtOnce, by }));
      total += batch.erased;
      ({ looked } = batch);
    }
    return total;
  }
}
