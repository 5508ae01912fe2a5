import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const dayMs = 86_400_000;
/** The number of orders of each kind in one statement, which then takes a fraction of a second. */
const ordersAtOnce = 50;

const eraseOld = call('erase_old_payers').as<{ looked: number; erased: number }>();

/** Erases the payers of orders that nobody has changed for `daysKept` days. */
export class PgOldPayers {
  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    /** The number of days for which payers are kept. Null: no payer is erased because of age. */
    private readonly daysKept: number | null,
  ) {}

  /**
   * Begins no further batch after `forMs` milliseconds; the next run goes on from there. Returns the number of orders
   * whose payer was erased.
   */
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
