import type pg from 'pg';
import type { RowOf } from '../../platform/database/columns.js';
import { query } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const keepNotice = callNamed('keep_notice', 'notice_id');
const noteBooked = callNamed('note_notice_booked', 'note_notice_booked');
const open = {
  name: 'open_notices',
  text: `select notice_id, provider, body, reason, why, times, kept_at, last_at from kept_notice
          where booked_at is null and ($1::text is null or provider = $1) and notice_id > $2 order by notice_id limit $3`,
};

/** A notice that is not booked yet. */
export interface KeptNotice {
  readonly noticeId: bigint;
  readonly provider: string;
  readonly body: string;
  readonly reason: 'UNREADABLE' | 'NOT_CONFIRMED';
  readonly why: string;
  readonly times: number;
  readonly keptAt: Date;
  readonly lastAt: Date;
}

export interface NoticeToKeep {
  readonly provider: string;
  /** Of the bytes that came. */
  readonly digest: Buffer;
  readonly body: string;
  readonly reason: KeptNotice['reason'];
  /** Names fields and causes, never values. */
  readonly why: string;
}

/** Notices that could not be booked, on PostgreSQL. */
export class PgKeptNotices {
  constructor(private readonly pool: pg.Pool) {}

  async keep(notice: NoticeToKeep): Promise<void> {
    await query(this.pool, keepNotice(notice));
  }

  /** Nothing happens to a notice that was never kept. */
  async booked(provider: string, digest: Buffer): Promise<void> {
    await query(this.pool, noteBooked({ provider, digest }));
  }

  /** `provider` null: of all. */
  async open(
    provider: string | null,
    after: bigint,
    limit: number,
  ): Promise<readonly KeptNotice[]> {
    const rows = await query<RowOf<KeptNotice>>(this.pool, open, [provider, after, limit]);
    return rows.map((row) => ({
      noticeId: row.notice_id,
      keptAt: row.kept_at,
      lastAt: row.last_at,
      ...{ provider: row.provider, body: row.body, reason: row.reason },
      ...{ why: row.why, times: row.times },
    }));
  }
}
