import type pg from 'pg';
import type { StatementLine, UnreadLine } from '../../domain/bank-rail.port.js';
import type { Search, WaitingLine } from './searches.js';
import type { Found, FoundAbout } from '../../platform/findings/finding.js';
import { query, queryOne, type Statement } from '../../platform/database/database.js';
import { callNamed, callWithin } from '../../platform/database/sql-call.js';
import { numberFrom } from './line-number.js';

const columns = 'kind, subject, action, purpose, purpose_id, session_id';

const lastLine = {
  name: 'last_statement_line',
  text: `select greatest((select max(line_id) from statement_line where provider = $1),
                         (select max(line_id) from statement_line_waiting where provider = $1), 0) as line_id`,
};
const takeLines = callNamed('take_statement_lines', 'take_statement_lines');
const letWait = callNamed('let_statement_lines_wait', 'let_statement_lines_wait');
const waitingLines = {
  name: 'waiting_statement_lines',
  text: `select w.line_id, w.line from statement_line_waiting w
          where w.provider = $1 and (w.due_at <= now() or w.due_at = 'infinity' and not waits_for_outcome(w))
          order by w.line_id limit $2`,
};
const takeUpExplained = callNamed('take_up_explained_lines', 'taken').as<{ taken: number }>();
const nowRead = callNamed('read_waiting_line', 'read_waiting_line');
const setAside = callNamed('set_line_aside', 'set_line_aside');
const matchLine = callWithin(
  'match_statement_line',
  (called) => `select ${columns} from ${called}`,
).as<FoundRow>();
const importLine = callNamed('import_statement_line', 'imported').as<{ imported: boolean }>();
const endRecovery = callNamed('end_recovery', 'end_recovery');
const missing = {
  name: 'find_missing_on_statement',
  text: `select ${columns} from find_missing_on_statement($1)`,
};
const isAnyLeft = {
  name: 'credits_left_to_seek',
  text: `select exists (select from credits_sought c
                         where c.provider = $1 and c.credits_until < now() - interval '6 minutes') as "isAnyLeft"`,
};
/** The time for looking for credits in one run; the next run goes on. */
const seekingMs = 10_000;
const reopened = { name: 'reopen_findings', text: `select ${columns} from reopen_findings($1)` };
const refillPayoutAccount = callNamed('refill_payout_account', 'moved').as<{ moved: bigint }>();

/** Each search looks for one kind of standstill. */
const searches = [
  'rearm_overdue_checkouts',
  'find_stalled_refunds',
  'find_stalled_payouts',
  'find_forgotten_credits',
  'find_stalled_facts',
  'find_stalled_deliveries',
  'find_failing_endpoints',
  'find_suppressed_endpoints',
].map((name) => ({ name, text: `select ${columns} from ${name}()` }));
const prefixesToCount = {
  name: 'prefixes_to_count',
  text: 'select prefixes_to_count() as prefix',
};
const findCrowdedPrefix = {
  name: 'find_crowded_prefix',
  text: `select ${columns} from find_crowded_prefix($1)`,
};
/**
 * The time for counting prefixes in one sweep; a full prefix takes a second to count. The next sweep begins with the
 * prefixes that were counted the longest ago.
 */
const countingMs = 10_000;

interface FoundRow {
  kind: string;
  subject: string;
  action: string;
  purpose: FoundAbout['purpose'] | null;
  purpose_id: string | null;
  session_id: string | null;
}

/** Compares our books with the bank's statement. Every method may be called again with the same values. */
export class PgReconciliationStore {
  /**
   * The sweep's searches, such as for checkouts past their deadline, refunds that do not move, and facts that nobody
   * takes.
   */
  readonly searches: readonly Search[];

  constructor(private readonly pool: pg.Pool) {
    this.searches = [
      ...searches.map((search) => ({ name: search.name, run: () => this.find(search, []) })),
      { name: 'find_crowded_prefixes', run: () => this.findCrowdedPrefixes() },
    ];
  }

  /** Returns the number of the last line that was stored, or 0 before the first. */
  async lastLine(provider: string): Promise<bigint> {
    return (await queryOne<{ line_id: bigint }>(this.pool, lastLine, [provider])).line_id;
  }

  /** Stores lines of the statement. Lines that need no action are imported at once; the others wait. */
  async takeLines(provider: string, lines: readonly TakenLine[]): Promise<void> {
    if (lines.length > 0)
      await query(this.pool, takeLines({ provider, lines: lines.map(numbered) }));
  }

  /** Stores lines of the statement without matching them. */
  async letWait(provider: string, lines: readonly TakenLine[]): Promise<void> {
    await query(this.pool, letWait({ provider, lines: lines.map(numbered) }));
  }

  /** Returns the waiting lines that are due, or whose sending has an outcome now, in the statement's order. */
  async waiting(provider: string, limit: number): Promise<readonly WaitingLine[]> {
    const rows = await query<WaitingRow>(this.pool, waitingLines, [provider, limit]);
    return rows.map(({ line_id: keptAs, line }) => ({
      keptAs,
      line: 'raw' in line ? line : fromJson(line),
    }));
  }

  /** Lets lines wait again that had no explanation and have one now. Returns their number. */
  async takeUpExplained(provider: string): Promise<number> {
    return (await queryOne(this.pool, takeUpExplained({ provider }))).taken;
  }

  /** Stores the content of a waiting line that can be read now. The line still waits. */
  async nowRead(provider: string, keptAs: bigint, line: StatementLine): Promise<void> {
    await query(this.pool, nowRead({ provider, keptAs, line }));
  }

  /** Records that importing a line failed. Operators see the line, and it is tried again later. */
  async setAside(provider: string, keptAs: bigint, error: string): Promise<void> {
    await query(this.pool, setAside({ provider, lineId: keptAs, error }));
  }

  /** Compares a line with our books. */
  async match(provider: string, line: StatementLine): Promise<Found> {
    const { lineId, kind, sessionId, amountMinor, accountNumber } = line;
    const match = matchLine({ provider, lineId, kind, sessionId, amountMinor, accountNumber });
    return toFound(await queryOne(this.pool, match));
  }

  /**
   * Imports a line that was matched and acted upon. Returns false when it was imported before, or waits for the outcome
   * of its sending.
   */
  async importLine(provider: string, line: StatementLine, found: Found): Promise<boolean> {
    const { imported } = await queryOne(
      this.pool,
      importLine({
        provider,
        lineId: line.lineId,
        kind: line.kind,
        sessionId: line.sessionId,
        amountMinor: line.amountMinor,
        balanceMinor: line.balanceMinor,
        bookedAt: line.at,
        found: found.kind,
        subject: found.subject,
        action: found.action,
      }),
    );
    return imported;
  }

  /** Records that the statement up to this time is imported, so that sendings that a restore holds back may be sent. */
  async statementRead(provider: string, at: Date): Promise<void> {
    await query(this.pool, endRecovery({ provider, readAt: at }));
  }

  /** Looks for credits that no run before has looked for, and returns those that the statement lacks. */
  async missingOnStatement(provider: string): Promise<readonly Found[]> {
    const until = performance.now() + seekingMs;
    const found: Found[] = [];
    let left: { isAnyLeft: boolean };
    do {
      found.push(...(await this.find(missing, [provider])));
      left = await queryOne(this.pool, isAnyLeft, [provider]);
    } while (left.isAnyLeft && performance.now() < until);
    return found;
  }

  /** Reopens and returns findings that a person has resolved while the difference to the bank is still there. */
  async reopened(provider: string): Promise<readonly Found[]> {
    return (await query<FoundRow>(this.pool, reopened, [provider])).map(toFound);
  }

  /** Moves money from the pool to the payout account, once per run. Returns the amount. */
  async refillPayoutAccount(provider: string, runId: string): Promise<bigint> {
    return (await queryOne(this.pool, refillPayoutAccount({ provider, runId }))).moved;
  }

  /** Counts each prefix in a statement of its own, so that a count that takes too long loses only that prefix. */
  private async findCrowdedPrefixes(): Promise<readonly Found[]> {
    const rows = await query<{ prefix: string }>(this.pool, prefixesToCount, []);
    const until = performance.now() + countingMs;
    const found: Found[] = [];
    const failed: unknown[] = [];
    for (const { prefix } of rows) {
      if (performance.now() > until) break;
      const each = this.find(findCrowdedPrefix, [prefix]);
      found.push(...(await each.catch((error: unknown) => (failed.push(error), []))));
    }
    if (failed.length > 0) throw failed[0];
    return found;
  }

  private async find(search: Statement, values: readonly unknown[]): Promise<readonly Found[]> {
    return (await query<FoundRow>(this.pool, search, values)).map(toFound);
  }
}

type JsonLine = Omit<StatementLine, 'lineId' | 'amountMinor' | 'balanceMinor' | 'at'> &
  Readonly<Record<'lineId' | 'amountMinor' | 'at', string>> & {
    readonly balanceMinor: string | null;
  };

interface WaitingRow {
  line_id: bigint;
  line: JsonLine | Pick<UnreadLine, 'raw'>;
}

type TakenLine = StatementLine | UnreadLine;

function numbered(line: TakenLine): object {
  return 'raw' in line ? { ...line, lineId: line.lineId ?? numberFrom(line.raw) } : line;
}

function fromJson(line: JsonLine): StatementLine {
  return {
    ...line,
    lineId: BigInt(line.lineId),
    amountMinor: BigInt(line.amountMinor),
    balanceMinor: line.balanceMinor === null ? null : BigInt(line.balanceMinor),
    at: new Date(line.at),
  };
}

function toFound({ kind, subject, action, purpose, purpose_id: id, session_id }: FoundRow): Found {
  const about = purpose === null || id === null ? null : { purpose, id };
  return { kind, subject, action, about, sessionId: session_id };
}
