import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import type { NotTwo } from '../people/not-two.js';
import type { Errand, ErrandRefusal, ListedErrand, NewErrand, OrderedErrand } from './errand.js';

export interface ConfirmedErrand {
  readonly outcome: 'CONFIRMED' | 'REFUSED' | 'UNKNOWN' | 'DECIDED' | NotTwo;
  /** The reason that the errand cannot be done; it keeps waiting. */
  readonly refusal: ErrandRefusal | null;
}

interface ConfirmedRow {
  readonly outcome: ConfirmedErrand['outcome'];
  /** Amounts in this JSON are texts. */
  readonly refusal:
    | (Pick<ErrandRefusal, 'outcome'> & {
        refundableMinor?: string | null;
        severalPayments?: readonly string[];
      })
    | null;
}

const propose = callNamed('propose_errand', 'outcome').as<{
  outcome: 'PROPOSED' | 'OTHER_PROPOSED';
}>();
const confirm = call('confirm_errand').as<ConfirmedRow>();
const conclude = callNamed('conclude_errand', 'conclude_errand');
const withdraw = callNamed('withdraw_errand', 'done').as<{ done: boolean }>();
const listed = `errand_id as "errandId", kind, subject, says, reason, operator, created_at as "createdAt"`;
const waiting = {
  name: 'errands_waiting',
  text: `select ${listed} from errand where status = 'PROPOSED' order by created_at`,
};
const lately = {
  name: 'errands_lately',
  text: `select ${listed}, partner, status, decided_at as "decidedAt"
           from errand where decided_at is not null order by decided_at desc limit 20`,
};
const one = { name: 'one_errand', text: 'select kind, subject from errand where errand_id = $1' };
const ordered = {
  name: 'ordered_errand',
  text: `select subject, wish, date_trunc('second', decided_at) as "confirmedAt", operator || ' and ' || partner || ': ' || reason as note
           from errand where errand_id = $1 and status = 'CONFIRMED'`,
};

/** Stores operators' errands, each of which needs two operators. */
export class PgErrands {
  constructor(private readonly pool: pg.Pool) {}

  waiting(): Promise<Errand[]> {
    return query<Errand>(this.pool, waiting, []);
  }

  /** Returns the errands that were decided last, the newest first. */
  lately(): Promise<ListedErrand[]> {
    return query<ListedErrand>(this.pool, lately, []);
  }

  async propose(by: Actor, asked: NewErrand): Promise<'PROPOSED' | 'OTHER_PROPOSED'> {
    const { errandId, merchantId, ...rest } = asked;
    const row = { ...rest, errand_id: errandId, merchant_id: merchantId };
    return (await queryOne(this.pool, propose({ by, asked: row }))).outcome;
  }

  /** Returns undefined when the errand does not exist. */
  async find(errandId: string): Promise<Pick<Errand, 'kind' | 'subject'> | undefined> {
    const [found] = await query<Pick<Errand, 'kind' | 'subject'>>(this.pool, one, [errandId]);
    return found;
  }

  /** `given`: values that only a program can make for the errand. */
  async confirm(
    by: Actor,
    errandId: string,
    given: object | null = null,
  ): Promise<ConfirmedErrand> {
    const asked = confirm({ by, id: errandId, given });
    const { outcome, refusal } = await queryOne(this.pool, asked);
    if (refusal === null) return { outcome, refusal };
    const { refundableMinor = null, severalPayments = [] } = refusal;
    const minor = refundableMinor === null ? null : BigInt(refundableMinor);
    return { outcome, refusal: { ...refusal, refundableMinor: minor, severalPayments } };
  }

  /** Returns undefined when the errand was carried out before. */
  async ordered(errandId: string): Promise<OrderedErrand | undefined> {
    const [found] = await query<OrderedErrand>(this.pool, ordered, [errandId]);
    return found;
  }

  /**
   * Records the result of an errand and closes the fact that ordered it. `isDone`: false when the errand cannot be
   * carried out.
   */
  async conclude(errandId: string, factId: string, isDone: boolean): Promise<void> {
    await query(this.pool, conclude({ id: errandId, factId, done: isDone }));
  }

  async withdraw(by: Actor, errandId: string): Promise<boolean> {
    return (await queryOne(this.pool, withdraw({ by, id: errandId }))).done;
  }
}
