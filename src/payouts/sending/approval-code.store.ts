import type pg from 'pg';
import { query } from '../../platform/database/database.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';

const takeCode = {
  name: 'take_approval_code',
  text: `delete from approval_code a using attention_case c
          where c.case_number = a.case_number and c.kind = $1 and c.subject = $2
         returning a.case_number, a.sealed, a.ends_at > now() as is_good`,
};

const forgetCodes = {
  name: 'forget_approval_codes',
  text: 'delete from approval_code where ends_at <= now()',
};

interface CodeRow {
  case_number: bigint;
  sealed: Buffer;
  is_good: boolean;
}

/** A refund that waits for a code, or a settlement that has a payout waiting for one. */
interface AwaitsCode {
  readonly kind: 'REFUND' | 'PAYOUT';
  readonly subject: string;
}

/** The codes that two operators have confirmed, on PostgreSQL. A code can be taken only once. */
export class PgApprovalCodes {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seal: Pick<SecretSeal, 'open'>,
  ) {}

  /** Returns null when the code was taken before, was withdrawn, or has expired. */
  async take({ kind, subject }: AwaitsCode): Promise<string | null> {
    const [row] = await query<CodeRow>(this.pool, takeCode, [kind, subject]);
    if (row === undefined || !row.is_good) return null;
    return this.seal.open(row.sealed, String(row.case_number));
  }

  /** Deletes the codes that have expired. */
  async forgetOver(): Promise<void> {
    await query(this.pool, forgetCodes, []);
  }
}
