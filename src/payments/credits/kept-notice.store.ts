import type pg from 'pg';
import type { RowOf } from '../../platform/database/columns.js';
import { query, queryOne, type Statement } from '../../platform/database/database.js';
import type { ByteSeal } from '../../platform/keys/secret-seal.js';
import { callNamed } from '../../platform/database/sql-call.js';

const keepNotice = callNamed('keep_notice', 'notice_id');
const noteBooked = callNamed('note_notice_booked', 'note_notice_booked');
const forgetOld = callNamed('forget_old_notices', 'forgotten').as<{ forgotten: number }>();
const columns = 'notice_id, provider, digest, body_sealed, reason, why, times, kept_at, last_at';
const unbooked = `select ${columns} from kept_notice where booked_at is null and body_sealed is not null`;
const open = {
  name: 'open_notices',
  text: `${unbooked} and ($1::text is null or provider = $1) and notice_id > $2 order by notice_id limit $3`,
};
const takeLongestUnread = {
  name: 'take_longest_unread_notice',
  text: `with unread as (${unbooked} and provider = $1 order by read_at, notice_id limit 1 for update skip locked),
           taken as (update kept_notice n set read_at = now() from unread u where n.notice_id = u.notice_id)
         select * from unread`,
};

/** A notice that is not booked yet. */
export interface KeptNotice {
  readonly noticeId: bigint;
  readonly provider: string;
  /** The bytes as they arrived. Null: no key that is configured here opens them. */
  readonly body: Buffer | null;
  readonly reason: 'UNREADABLE' | 'NOT_CONFIRMED';
  readonly why: string;
  readonly times: number;
  readonly keptAt: Date;
  readonly lastAt: Date;
}

export interface NoticeToKeep {
  readonly provider: string;
  /** The hash of the bytes as they arrived. */
  readonly digest: Buffer;
  readonly body: Buffer;
  readonly reason: KeptNotice['reason'];
  /** The reason names fields and causes, never values. */
  readonly why: string;
  /** The provider sent the notice now. False: a stored notice was read again. */
  readonly arrived: boolean;
}

interface NoticeRow extends Omit<RowOf<KeptNotice>, 'body'> {
  readonly digest: Buffer;
  readonly body_sealed: Buffer;
}

/** The seal is bound to this owner, so a sealed body that is copied into another row does not open. */
function ownerOf({ provider, digest }: { readonly provider: string; readonly digest: Buffer }) {
  return `${provider}/${digest.toString('hex')}`;
}

/** Notices that could not be booked, on PostgreSQL. */
export class PgKeptNotices {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seal: ByteSeal,
  ) {}

  async keep({ body, ...notice }: NoticeToKeep): Promise<void> {
    const bodySealed = this.seal.sealBytes(body, ownerOf(notice));
    await query(this.pool, keepNotice({ ...notice, bodySealed }));
  }

  /** Marks a notice as booked. Nothing happens to a notice that was never kept. */
  async booked(provider: string, digest: Buffer): Promise<void> {
    await query(this.pool, noteBooked({ provider, digest }));
  }

  /**
   * Deletes the content of each notice that was not sent again for 30 days. The row stays, as a record that the notice
   * came.
   */
  async forgetOld(limit: number): Promise<number> {
    return (await queryOne(this.pool, forgetOld({ limit }))).forgotten;
  }

  /** Takes the notice of a provider that was read the longest ago. It is the last of the next times, whatever becomes of it now. */
  async takeLongestUnread(provider: string): Promise<KeptNotice | undefined> {
    return (await this.#find(takeLongestUnread, [provider]))[0];
  }

  /** `provider` null: the notices of all providers. Notices whose content was deleted are left out. */
  open(provider: string | null, after: bigint, limit: number): Promise<readonly KeptNotice[]> {
    return this.#find(open, [provider, after, limit]);
  }

  async #find(of: Statement, values: readonly unknown[]): Promise<readonly KeptNotice[]> {
    const rows = await query<NoticeRow>(this.pool, of, values);
    return rows.map((row) => ({
      noticeId: row.notice_id,
      keptAt: row.kept_at,
      lastAt: row.last_at,
      ...{ provider: row.provider, reason: row.reason },
      body: this.#opened(row),
      ...{ why: row.why, times: row.times },
    }));
  }

  /** One notice that does not open keeps no other from being read. */
  #opened(row: NoticeRow): Buffer | null {
    try {
      return this.seal.openBytes(row.body_sealed, ownerOf(row));
    } catch {
      return null;
    }
  }
}
