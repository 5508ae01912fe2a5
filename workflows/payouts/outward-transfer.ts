import type { ChannelName } from '../../src/domain/channels.js';
import { condition, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ByRail, RailVerdict } from '../../activities/contract.js';
import type { RailActivities, SendingVerdict } from '../../activities/payouts/contract.js';
import type { SendingFault } from '../../src/domain/bank-rail.port.js';
import type { OutgoingHold } from '../../src/domain/outgoing-hold.js';
import { faultOf } from '../../src/domain/refund-sending.js';
import { judgeAbsence, queryPauseMs } from '../../src/domain/tsq-schedule.js';
import { onRail, railQuestion } from '../platform/activity-options.js';
import type { Pursuit } from '../messages.js';
import type { searchDecisions } from '../../src/domain/decisions.js';
import { answerOr } from './rail-answer.js';

/**
 * Sends money once: the session id follows from the payment, and is the only one until it is certain that nothing has
 * moved. An answer that cannot be trusted is never taken for a failure; the rail is asked until it gives the outcome.
 */

/** Well below the 51,200 events at which the server ends a workflow; a query costs eleven. */
export const longHistory = 4_500;

/** The certain outcome of a sending. */
export type CertainOutcome =
  | { readonly isSent: true; readonly code: string | null }
  | {
      readonly isSent: false;
      readonly code: string | null;
      readonly failure: string | null;
      readonly fault: SendingFault;
      /** The rail has not refused it: it has no record of it, or operators have heard that it was not sent. */
      readonly isLost?: true;
    };

/** Returns the certain outcome of an answer. Undefined: nothing is certain, so the rail must be asked. */
export function certainOutcome({
  outcome,
  code,
  failure,
  ...rest
}: RailVerdict): CertainOutcome | undefined {
  if (outcome === 'SUCCESS') return { isSent: true, code };
  if (outcome !== 'FAILED') return undefined;
  return { isSent: false, code, failure, fault: faultOf({ code, ...rest }) };
}

/** The outcome that an operator has heard from the bank by another way. */
export const operatorSaid: Readonly<Record<(typeof searchDecisions)[number], CertainOutcome>> = {
  sent: { isSent: true, code: null },
  not_sent: { isSent: false, code: null, failure: 'OPERATOR_SAID', fault: 'OTHER', isLost: true },
};

/** An answer without any outcome of a sending. */
export const noAnswer: RailVerdict = { outcome: 'UNKNOWN', code: null, failure: 'NO_ANSWER' };

/** Returns the answer of the call about a sending; a call that fails has no answer. */
export function believable<Verdict extends RailVerdict>(
  call: Promise<Verdict>,
): Promise<Verdict | RailVerdict> {
  return answerOr(call, noAnswer);
}

/** A step's report about a sending. */
export interface SendingNews {
  readonly sessionId?: string | undefined;
  readonly code?: string | null;
  readonly failure?: string | null;
}

/** The report as it is written down: unknown fields are left out. */
export function written({ sessionId, code, failure }: SendingNews) {
  return { sessionId, code: code ?? undefined, failure: failure ?? undefined };
}

const noNews: SearchNews = { isThere: false, isTyped: false, said: undefined };

/** The sending that a workflow searches for, and the one that it had believed refused. */
export class SendingTrail {
  pursuit: Pursuit | undefined;
  /** A sending that the bank's statement shows, though the bank had said that nothing moved. */
  debited: string | undefined;
  #decidedAbout: string | undefined;
  readonly news: SearchNews = { ...noNews };

  constructor(pursuit: Pursuit | undefined) {
    this.pursuit = pursuit;
  }

  /** Notes that the bank's statement shows a sending. */
  reported(sessionId: string): void {
    if (this.pursuit?.sessionId === sessionId) this.news.isThere = true;
    else this.debited = sessionId;
  }

  /** Notes what the books say of the last sending: the statement may have shown it before it was refused. */
  standsAs({ debited }: { readonly debited?: string | undefined } = {}): void {
    if (debited !== undefined && debited !== this.#decidedAbout) this.debited = debited;
  }

  /** Notes that an operator has decided about the sending that was debited. */
  decided(): void {
    this.#decidedAbout = this.debited ?? this.#decidedAbout;
    this.debited = undefined;
  }

  begin(sending: Pick<Pursuit, 'sessionId' | 'sentAt'>): void {
    this.pursuit = { ...sending, asked: 0, absentSince: null };
    // What was typed or decided before does not count, because it was about the sending before.
    Object.assign(this.news, noNews);
  }

  /** Takes up the search for a sending. A run that was started anew finds the sending only in the books. */
  resume(openSending: Pick<Pursuit, 'sessionId' | 'sentAt'> | null): Pursuit {
    if (this.pursuit === undefined && openSending !== null) this.begin(openSending);
    if (this.pursuit === undefined) throw new TypeError('a sending without a session id');
    if (this.debited === this.pursuit.sessionId) {
      // The sending was reported before this run knew that it searches for it.
      this.debited = undefined;
      this.news.isThere = true;
    }
    return this.pursuit;
  }
}

/** The notes on the operator's page while nothing may leave through a bank. */
export const holdNotes: Readonly<Record<OutgoingHold, string>> = {
  RECOVERY:
    'Nothing is sent through this bank now: the database was restored, and the statement of the bank has to be read first (docs/backup-and-restore.md). It goes on by itself.',
  UNEXPLAINED_DEBIT:
    'Nothing is sent through this bank now: its statement shows that money left of which the books know nothing (case `finding/UNEXPLAINED_DEBIT`). It goes on by itself when that is cleared up.',
};

const firstPauseMs = 5_000;
const longestPauseMs = 45_000;
/**
 * The number of looks (some six hours) after which looks become rare: each leaves six events in a history that must not
 * grow for ever.
 */
const manyLooks = 500;
const rarePauseMs = 600_000;

/**
 * Returns the pause before a sending is looked at again. A random part, from 0 to 1, spreads the sendings that wait
 * together.
 */
export function lookPauseMs(looks: number, random: number): number {
  const pauseMs =
    looks < manyLooks ? Math.min(firstPauseMs * 2 ** looks, longestPauseMs) : rarePauseMs;
  return Math.round(pauseMs * (0.75 + random / 2));
}

/** The news that end a pause of a search. */
export interface SearchNews {
  /** The bank's statement has shown the sending: the next query comes at once. */
  isThere: boolean;
  /** Whether two operators have typed and confirmed a code. */
  isTyped: boolean;
  /** The bank's answer that an operator has heard by another way. */
  said: CertainOutcome | undefined;
}

/** Tells whether operators have decided something that the search has not carried out yet. */
export function isDecided({ isTyped, said }: SearchNews): boolean {
  return isTyped || said !== undefined;
}

/** The time after which a person is asked to ask the bank in another way. */
const patienceMs = 3_600_000;

export interface Search extends ByRail {
  readonly channel: ChannelName;
  readonly provider: string;
  readonly cutOffMs: number;
  /** Events after which it goes on in a new run. */
  readonly longHistory: number;
  readonly news: SearchNews;
  /** Called before each pause once the outcome has been unknown for long. */
  readonly overdue: () => void;
  /** Called when the bank says that it waits for a code or an approval of ours. */
  readonly waiting: (verdict: SendingVerdict) => void;
  /** Brings the provider the code that was typed. */
  readonly enterCode: (pursuit: Pursuit) => Promise<void>;
  /** Shows the wait on the operator's page, before each pause. */
  readonly show: (pursuit: Pursuit, nextQueryAt: string) => void;
  /** Continues in a new run. Returns only when an operator has decided something first. */
  readonly continueAsNew: (pursuit: Pursuit) => Promise<void>;
}

/** Asks the rail for the outcome of a sending until it is certain. */
export async function pursue(search: Search, pursuit: Pursuit): Promise<CertainOutcome> {
  for (let sought = pursuit; ;) {
    await pause(search, sought);
    const { said } = search.news;
    if (said !== undefined) {
      search.news.said = undefined;
      return said;
    }
    if (search.news.isTyped) {
      search.news.isTyped = false;
      await search.enterCode(sought);
    }
    const verdict = await query(search, sought);
    const certain = certainOutcome(verdict);
    if (certain !== undefined) return certain;
    if (verdict.outcome === 'WAITING') search.waiting(verdict);
    const absence = absenceOf(search, sought, verdict);
    if (absence.isLost) {
      const { code, failure } = verdict;
      return { isSent: false, code, failure, fault: 'OTHER', isLost: true };
    }
    sought = {
      ...sought,
      asked: sought.asked + 1,
      absentSince: absence.sinceMs === null ? null : new Date(absence.sinceMs).toISOString(),
    };
    if (workflowInfo().historyLength > search.longHistory) await search.continueAsNew(sought);
  }
}

async function pause(search: Search, { asked, ...rest }: Pursuit): Promise<void> {
  const pauseMs = queryPauseMs(asked);
  if (Date.now() - Date.parse(rest.sentAt) >= patienceMs) search.overdue();
  search.show({ asked, ...rest }, new Date(Date.now() + pauseMs).toISOString());
  const summary = `Status query ${asked + 1}`;
  const { news } = search;
  const isNews = (): boolean => news.isThere || isDecided(news);
  await condition(isNews, pauseMs, { summary });
  search.news.isThere = false;
}

function query(
  { channel, provider, ...search }: Search,
  { asked, sessionId: sought }: Pursuit,
): Promise<SendingVerdict> {
  const { querySending } = proxyActivities<RailActivities>({
    ...onRail(railQuestion, search),
    summary: `Status query ${asked + 1}`,
  });
  return believable(querySending({ channel, provider, sessionId: sought }));
}

function absenceOf(search: Search, pursuit: Pursuit, verdict: RailVerdict) {
  const { sentAt, absentSince } = pursuit;
  const sinceMs = absentSince === null ? null : Date.parse(absentSince);
  if (verdict.outcome !== 'ABSENT') {
    // An earlier "no record" still counts after a missing answer, which says nothing new. It counts no longer after any
    // other code, which says that there is a record.
    return { isLost: false, sinceMs: verdict.code === null ? sinceMs : null } as const;
  }
  const sentAtMs = Date.parse(sentAt);
  return judgeAbsence({ sentAtMs, cutOffMs: search.cutOffMs, sinceMs }, Date.now());
}
