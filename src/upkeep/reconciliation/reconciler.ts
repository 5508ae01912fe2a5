import { homeCurrency } from '../../domain/currency.js';
import {
  type BankRail,
  RailUnavailableError,
  type StatementLine,
  type UnreadLine,
} from '../../domain/bank-rail.port.js';
import type { ByQuery } from './by-query.js';
import type { PgNumberStore } from '../../payments/numbers/number.store.js';
import type { PgCreditSteps } from '../../payments/credits/credit-steps.store.js';
import type { PgPayoutSteps } from '../../payouts/settlement/payout-steps.store.js';
import type { PgRailEventStore } from '../../payments/cards/rail-event.store.js';
import type { WaitingLine } from './searches.js';
import type { PgReconciliationStore } from './reconciliation.store.js';
import type { Found, FoundAbout } from '../../platform/findings/finding.js';
import type { PgFindingStore } from '../../platform/findings/finding.store.js';
import type { Pulled } from './reconciliation.js';
import { type FindingCase, kindsWithOwnCases } from '../../domain/finding-kinds.js';
import type { PgRefundSteps } from '../../payouts/refunds/refund-steps.store.js';
import type { CreditIntake } from '../../payments/credits/credit-intake.js';
import type { NoticeIntake } from '../../payments/credits/notice-intake.js';
import { isOutage } from '../../platform/database/outage.js';
import type { CaseWatch } from './case-watch.js';
import type { ChargeSweep } from './stalled-charges.js';
import { asId } from '../../domain/ids.js';

/** Opens the case of findings (src/upkeep/reconciliation/finding.gateway.ts). */
export interface CaseOpener {
  openCase(of: FindingCase): Promise<void>;
}

/** Notifies workflows that send money (src/payouts/refunds/refund.gateway.ts, payout.gateway.ts). */
export interface SendingNotifier {
  /** `id` is the id of the refund or of the settlement. */
  start(id: string): Promise<void>;
  /** `id` is the id of the refund or of the payout. */
  bankReported(id: string, sessionId: string): Promise<void>;
}

export interface RefundNotifier extends SendingNotifier {
  /** Tells the workflow of a refund that there may be an account now. */
  tellOfAccount(refundId: string): Promise<void>;
}

export interface ReconcilerPorts {
  readonly store: PgReconciliationStore;
  readonly banks: ReadonlyMap<string, BankRail>;
  readonly intake: CreditIntake;
  readonly recalls: Pick<PgRailEventStore, 'recall'>;
  readonly numbers: Pick<PgNumberStore, 'releaseNumbers'>;
  /**
   * Deletes the edge's rows that were kept long enough: replies by Idempotency-Key, the log of merchants' requests, and
   * quota windows that are over.
   */
  readonly edge: { purge(limit: number): Promise<number> };
  /** Deletes old rows (docs/retention.md). */
  readonly retention: { drop(options: { readonly forMs: number }): Promise<unknown> };
  /**
   * Deletes approval codes that have expired, such as those that operators have typed and nobody has confirmed in time.
   */
  readonly codes: { forgetOver(): Promise<void> };
  readonly oldPayers: { erase(options: { readonly forMs: number }): Promise<unknown> };
  readonly refunds: PgRefundSteps;
  readonly payouts: Pick<PgPayoutSteps, 'takePayoutStep'>;
  readonly credits: PgCreditSteps;
  readonly notifiers: { readonly refunds: RefundNotifier; readonly payouts: SendingNotifier };
  readonly findings: PgFindingStore;
  readonly cases: CaseOpener;
  readonly charges: Pick<ChargeSweep, 'run'>;
  readonly notices: Pick<NoticeIntake, 'retry' | 'forgetOld'>;
  readonly byQuery: Pick<ByQuery, 'run'>;
  readonly caseWatch: Pick<CaseWatch, 'run'>;
  /** A pino logger fits. */
  readonly log: { warn(details: object, message: string): void };
}

const pageSize = 500;
/** One activity ends after the page with which it has read this many lines, or has worked for `pullingMs`. */
const linesAtOnce = 2_000;
const pullingMs = 20_000;
/** The time for reading kept notices again, which ends well before the time of its activity. */
const retryingMs = 20_000;
/** The most rows that one statement takes. The statement is repeated until it takes fewer. */
const rowsAtOnce = 1_000;
/**
 * The times that these parts of a sweep may take: releasing numbers, acting on findings, deleting old rows, erasing
 * payers. The next sweep goes on where this one has run out of time.
 */
const releasingMs = 10_000;
const followingMs = 15_000;
const droppingMs = 10_000;
const erasingMs = 5_000;
/** The kind of the findings about parts of a sweep that failed. */
const sweepFailed = 'SWEEP_FAILED';
const noFindings: ReadonlySet<string> = new Set([
  ...['MATCHED', 'CHARGED', 'RECALLED', 'OUTCOME_OPEN'],
]);

/**
 * Compares our books with the banks' statements, and acts on the lines as on a notification. Each part may be run again
 * at any point: an action that was done is not repeated.
 */
export class Reconciler {
  readonly #ports: ReconcilerPorts;

  constructor(ports: ReconcilerPorts) {
    this.#ports = ports;
  }

  /**
   * Imports the next page of a bank's statement, and acts on its lines. A bank without a statement is asked about each
   * payment.
   *
   * Throws RailUnavailableError when the statement cannot be fetched.
   */
  async pullStatement(provider: string): Promise<Pulled> {
    const { store } = this.#ports;
    const until = performance.now() + pullingMs;
    if (this.#railOf(provider).capabilities.statement === 'NONE') {
      return this.#askOneByOne(provider, until);
    }
    const findings: Found[] = [];
    for (let lines = 0, before: bigint | undefined; ;) {
      const after = await store.lastLine(provider);
      if (after === before)
        throw new RailUnavailableError(provider, 'its statement does not go on');
      before = after;
      const readAt = new Date();
      const page = await this.#railOf(provider).statement(after, pageSize);
      const given = [...page.lines, ...page.unread];
      await this.#takeOver(provider, given);
      findings.push(...(await this.#importWaiting(provider, until)));
      lines += given.length;
      if (!page.hasMore) await store.statementRead(provider, readAt);
      if (!page.hasMore || lines >= linesAtOnce || performance.now() > until) {
        return { lines, hasMore: page.hasMore, findings };
      }
    }
  }

  /** Lines of such a bank come as files, and are acted on first: a bank held by a restore waits for them too. */
  async #askOneByOne(provider: string, until: number): Promise<Pulled> {
    const { store, byQuery } = this.#ports;
    const startedAt = new Date();
    const found = await this.#importWaiting(provider, until);
    const byQuestions = await byQuery.run(provider, performance.now() + pullingMs);
    const { asked, hasMore, isWhole, findings } = byQuestions;
    if (isWhole) await store.statementRead(provider, startedAt);
    return { lines: 0, asked, hasMore, findings: [...found, ...findings] };
  }

  /** Runs once the statement is imported to its end. `runId` names the transfer between our own accounts. */
  async closeStatement(provider: string, runId: string): Promise<readonly Found[]> {
    const { store, notices } = this.#ports;
    // A bank without a statement can have no missing lines. It is asked again about the credits that it reported and
    // did not confirm.
    if (this.#railOf(provider).capabilities.statement === 'NONE') {
      await notices.retry(provider, performance.now() + retryingMs);
      return store.reopened(provider);
    }
    const reopened = await store.reopened(provider);
    await store.refillPayoutAccount(provider, `${provider}/${runId}`);
    return [...reopened, ...(await store.missingOnStatement(provider))];
  }

  async sweep(): Promise<readonly Found[]> {
    const { store, edge, charges, findings } = this.#ports;
    const found: Found[] = [];
    await this.#attempt('release_numbers', () => this.#releaseNumbers());
    await this.#attempt('purge', () => edge.purge(10 * rowsAtOnce));
    await this.#attempt('forget_codes', () => this.#ports.codes.forgetOver());
    await this.#attempt('forget_notices', () => this.#ports.notices.forgetOld(rowsAtOnce));
    for (const search of store.searches) {
      await this.#attempt(search.name, async () => void found.push(...(await search.run())));
    }
    await this.#goAfter(found);
    await this.#attempt('find_stalled_charges', async () => {
      found.push(...(await charges.run(this.#attempt)));
    });
    await this.#attempt('restart_cases', () => this.#ports.caseWatch.run());
    await this.#attempt('drop_old', () => this.#ports.retention.drop({ forMs: droppingMs }));
    await this.#attempt('erase_old_payers', () =>
      this.#ports.oldPayers.erase({ forMs: erasingMs }),
    );
    await findings.rightUnseen(sweepFailed);
    await this.#openCases();
    return found;
  }

  /**
   * Attempts one part of the sweep. A failure becomes a finding and stops no other part, unless the database is away:
   * then the finding cannot be stored either, and the whole sweep is repeated.
   */
  readonly #attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      this.#ports.log.warn({ err: error, what }, 'a part of the sweep has failed');
      await this.#ports.findings.record(sweepFailed, what, { error: nameOf(error) });
    }
  };

  async #releaseNumbers(): Promise<void> {
    const until = performance.now() + releasingMs;
    let released: number;
    do released = await this.#ports.numbers.releaseNumbers(rowsAtOnce);
    while (released === rowsAtOnce && performance.now() < until);
  }

  async #goAfter(found: readonly Found[]): Promise<void> {
    const { credits, log, notifiers } = this.#ports;
    const until = performance.now() + followingMs;
    for (const { kind, subject, action, about } of found) {
      if (performance.now() > until) return;
      if (action === 'ATTENTION') log.warn({ kind, subject }, 'found what a person must put right');
      await this.#attempt(`${kind} ${subject}`, async () => {
        if (about !== null && action === 'TOLD_AGAIN') {
          await notifiers.refunds.tellOfAccount(about.id);
        } else if (about !== null) await this.#tellerOf(about).start(about.id);
        if (kind !== 'RETURN_OVERDUE') return;
        await credits.resolveCredit({
          creditId: subject,
          ruling: { by: 'CLOCK', decision: 'return' },
        });
      });
    }
  }

  /** Opens cases for the findings that this sweep, or a reconciliation before it, could not resolve. */
  async #openCases(): Promise<void> {
    const { findings, cases } = this.#ports;
    for (const of of await findings.withoutCase(kindsWithOwnCases)) {
      await this.#attempt(`case ${of.kind} ${of.subject ?? ''}`.trim(), async () => {
        await cases.openCase(of);
        await findings.caseOpened(of);
      });
    }
  }

  /**
   * Stores a page of lines. If the page cannot be stored as a whole, one of its lines is at fault, and each line is
   * imported separately.
   */
  async #takeOver(provider: string, lines: readonly (StatementLine | UnreadLine)[]): Promise<void> {
    const { store, log } = this.#ports;
    try {
      await store.takeLines(provider, lines);
    } catch (error) {
      if (isOutage(error)) throw error;
      log.warn({ err: error, provider }, 'a page of the statement is imported line by line');
      await store.letWait(provider, lines);
    }
  }

  /**
   * Imports the lines one after the other, because a credit comes before its recall. A line that fails is set aside and
   * tried again later. A line that was imported without an explanation is imported again once a later line or notice
   * explains it.
   */
  async #importWaiting(provider: string, until: number): Promise<readonly Found[]> {
    const { store } = this.#ports;
    const findings: Found[] = [];
    let hasMore: boolean;
    do {
      const page = await store.waiting(provider, pageSize);
      for (const waiting of page) findings.push(...(await this.#importOne(provider, waiting)));
      hasMore = (await store.takeUpExplained(provider)) > 0 || page.length === pageSize;
    } while (hasMore && performance.now() < until);
    return findings;
  }

  async #importOne(provider: string, waiting: WaitingLine): Promise<readonly Found[]> {
    const { store, log } = this.#ports;
    const { keptAs: lineId } = waiting;
    try {
      const found = await this.#import(provider, await this.#read(provider, waiting));
      return noFindings.has(found.kind) ? [] : [found];
    } catch (error) {
      log.warn({ err: error, provider, lineId }, 'a line of the statement is set aside');
      await store.setAside(provider, lineId, nameOf(error));
      return [];
    }
  }

  /** Reads a waiting line again if it could not be read before, because it may be readable now. */
  async #read(provider: string, { keptAs, line }: WaitingLine): Promise<StatementLine> {
    if (!('raw' in line)) return line;
    const read = this.#railOf(provider).readLine(line.raw);
    await this.#ports.store.nowRead(provider, keptAs, read);
    return read;
  }

  /** Acts on the line first and stores the line itself last, so that a crash in between repeats the actions. */
  async #import(provider: string, line: StatementLine): Promise<Found> {
    const found = await this.#ports.store.match(provider, line);
    await this.#actOn[found.kind]?.(provider, line, found);
    await this.#ports.store.importLine(provider, line, found);
    return found;
  }

  readonly #actOn: Readonly<
    Record<string, (provider: string, line: StatementLine, found: Found) => Promise<void>>
  > = {
    MISSED_CREDIT: (provider, line) => this.#receive(provider, line),
    RECALLED: (provider, line) => this.#recall(provider, line),
    FATE_DIFFERS: (_provider, _line, found) => this.#report(found),
    // The refund's workflow stops before it sends again, and waits for an operator.
    FAILED_BUT_DEBITED: (_provider, _line, found) => this.#report(found),
    TRANSFER_RETURNED: (_provider, _line, found) => this.#takeBack(found),
  };

  async #report({ about, sessionId }: Found): Promise<void> {
    if (about === null || sessionId === null) return;
    await this.#tellerOf(about).bankReported(about.id, sessionId);
  }

  /**
   * Takes back a sending that was returned. A refund is sent again to another account. A payout returns to the
   * merchant's balance and is part of the next run.
   */
  async #takeBack({ about, sessionId }: Found): Promise<void> {
    if (about === null || sessionId === null) return;
    const { id, purpose } = about;
    const { refunds, payouts } = this.#ports;
    if (purpose === 'PAYOUT') {
      await payouts.takePayoutStep({ payoutId: asId('pay', id), event: 'RETURNED', sessionId });
      return;
    }
    await refunds.take({ refundId: id, event: 'RETURNED', sessionId });
    await this.#tellerOf(about).start(id);
  }

  #tellerOf({ purpose }: FoundAbout): SendingNotifier {
    const { refunds, payouts } = this.#ports.notifiers;
    return purpose === 'REFUND' ? refunds : payouts;
  }

  /** Receives a credit that no notification has reported. From here on it is handled like every other credit. */
  async #receive(provider: string, line: StatementLine): Promise<void> {
    const { sessionId, accountNumber, amountMinor, counterpart, narration } = line;
    if (sessionId === null || accountNumber === null) return;
    const source = counterpart;
    await this.#ports.intake.receive(provider, {
      ...{ sessionId, accountNumber, amountMinor, currency: homeCurrency, source, narration },
    });
  }

  /**
   * Books a recall. The bank may have notified us of the same recall: `recall_due` adds up the events of the statement,
   * whose ids begin with `line`, apart from the bank's own notices, and the larger sum counts.
   */
  async #recall(provider: string, { lineId, sessionId, amountMinor }: StatementLine) {
    if (sessionId === null) return;
    const eventId = `line ${lineId}`;
    await this.#ports.recalls.recall({ provider, eventId, sessionId, amountMinor });
  }

  #railOf(provider: string): BankRail {
    const rail = this.#ports.banks.get(provider);
    if (rail === undefined) throw new TypeError(`there is no rail ${provider}`);
    return rail;
  }
}

/** Returns the name of a failure without its values, which may be personal data. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const parts = [error.name, code, constraint].filter((part) => typeof part === 'string');
  return parts.join(' ');
}
