import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import type { NotTwo } from '../people/not-two.js';

export type ErrandKind = 'SCHEDULE' | 'REFUND' | 'OWNER';

/** What an operator wishes done, and another one confirms. */
export interface Errand {
  readonly errandId: string;
  readonly kind: ErrandKind;
  /** The Schedule, the payment, or the owner. */
  readonly subject: string;
  /** The sentence that both read. */
  readonly says: string;
  readonly reason: string;
  readonly operator: string;
  readonly createdAt: Date;
}

/** A confirmed errand, with all that is needed to carry it out. */
export interface WantedErrand {
  readonly kind: ErrandKind;
  readonly subject: string;
  readonly wish: Readonly<Record<string, string | null>>;
  readonly merchantId: string | null;
  readonly reason: string;
  /** Both names, and why. */
  readonly told: string;
}

export interface NewErrand extends Pick<WantedErrand, 'kind' | 'subject' | 'wish' | 'merchantId'> {
  readonly errandId: string;
  readonly says: string;
}

export interface ConfirmedErrand {
  readonly outcome: 'CONFIRMED' | 'UNKNOWN' | 'DECIDED' | NotTwo;
  readonly wanted: WantedErrand | null;
}

const propose = callNamed('propose_errand', 'outcome').as<{
  outcome: 'PROPOSED' | 'OTHER_PROPOSED';
}>();
const confirm = call('confirm_errand').as<ConfirmedErrand>();
const reopen = callNamed('reopen_errand', 'reopen_errand');
const withdraw = callNamed('withdraw_errand', 'done').as<{ done: boolean }>();
const waiting = {
  name: 'errands_waiting',
  text: `select errand_id as "errandId", kind, subject, says, reason, operator, created_at as "createdAt"
           from errand where status = 'PROPOSED' order by created_at`,
};

/** Stores what operators wish done by two. */
export class PgErrands {
  constructor(private readonly pool: pg.Pool) {}

  waiting(): Promise<Errand[]> {
    return query<Errand>(this.pool, waiting, []);
  }

  async propose(by: Actor, asked: NewErrand): Promise<'PROPOSED' | 'OTHER_PROPOSED'> {
    const { errandId, merchantId, ...rest } = asked;
    const row = { ...rest, errand_id: errandId, merchant_id: merchantId };
    return (await queryOne(this.pool, propose({ by, asked: row }))).outcome;
  }

  confirm(by: Actor, errandId: string): Promise<ConfirmedErrand> {
    return queryOne(this.pool, confirm({ by, id: errandId }));
  }

  async reopen(by: Actor, errandId: string): Promise<void> {
    await query(this.pool, reopen({ by, id: errandId }));
  }

  async withdraw(by: Actor, errandId: string): Promise<boolean> {
    return (await queryOne(this.pool, withdraw({ by, id: errandId }))).done;
  }
}
