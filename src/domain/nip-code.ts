import { wordsOfAnswer } from './answer-code.js';
import type { RailOutcome, SendingFault } from './bank-rail.port.js';

/**
 * The reading of NIP response codes. Public tables disagree about some codes; this table then has the safer reading,
 * because a transfer that is sent again while its money may have moved is paid twice.
 */

/** The kind of request that was made. Only a query can learn that the bank has no record. */
export type NipQuestion = 'transfer' | 'query';

interface Failure {
  readonly meaning: string;
  readonly fault: SendingFault;
}

const account = (meaning: string): Failure => ({ meaning, fault: 'ACCOUNT' });
const fraud = (meaning: string): Failure => ({ meaning, fault: 'FRAUD' });
const other = (meaning: string): Failure => ({ meaning, fault: 'OTHER' });

/** The codes that say for certain that no money has moved. Every code that is in no table is UNKNOWN. */
const failures: Readonly<Record<string, Failure>> = {
  '03': other('invalid sender'),
  '05': other('do not honour'),
  '06': account('dormant account'),
  '07': account('invalid account'),
  '08': account('account name mismatch'),
  '12': other('invalid transaction'),
  '13': other('invalid amount'),
  '14': other('invalid batch number'),
  '15': other('invalid session or record id'),
  // Banks merge and get other codes: only another account mends it.
  '16': account('unknown bank code'),
  '17': other('invalid channel'),
  '18': other('wrong method call'),
  '30': other('format error'),
  '34': fraud('suspected fraud'),
  '51': other('no sufficient funds'),
  '57': account('transaction not permitted to account'),
  '58': other('transaction not permitted on channel'),
  '61': other('transfer limit exceeded'),
  '63': fraud('security violation'),
  '65': other('exceeds withdrawal frequency'),
  '69': other('unsuccessful account or amount block'),
  '70': other('unsuccessful account or amount unblock'),
  '71': other('empty mandate reference number'),
  '91': other('beneficiary bank not available'),
  '92': other('routing error'),
};

/**
 * Answers to a query that may speak of the query itself (its format, its frequency, the way to the bank) and not of the
 * transfer it asks about.
 */
const perhapsOfTheQuery: ReadonlySet<string> = new Set(
  ['12', '15', '16', '17', '18', '30'].concat('63', '65', '91', '92'),
);

/** The receiving bank is away. It is certain that nothing has moved, and the bank will be back. */
export const bankAway = '91';

const approved = '00';

/** A bank's answer when the account does not belong to the expected holder. */
export const nameMismatch = {
  ...({ outcome: 'FAILED', code: '08', failure: null } as const),
  reference: null,
};

/** The answer to a query: the bank knows nothing of the transfer. */
const noRecord = '25';

/** Returns UNKNOWN for every code that is not listed, whatever it looks like; never throws. */
export function classifyNipCode(code: string | null, asked: NipQuestion): RailOutcome {
  if (code === approved) return 'SUCCESS';
  if (code === noRecord && asked === 'query') return 'ABSENT';
  if (code === null || (asked === 'query' && perhapsOfTheQuery.has(code))) return 'UNKNOWN';
  return Object.hasOwn(failures, code) ? 'FAILED' : 'UNKNOWN';
}

/** Returns the cause behind a code that was classified FAILED; OTHER for every other code. */
export function nipFault(code: string | null): SendingFault {
  return failureOf(code)?.fault ?? 'OTHER';
}

/** Explains a code to operators in a few words; says "not known" and the code when nothing definite is known of it. */
export function nipMeaning(code: string | null): string {
  if (code === approved) return 'approved';
  if (code === noRecord) return 'no record';
  return failureOf(code)?.meaning ?? `not known (${code ?? 'no code'})`;
}

/** Puts a bank's answer into words for people: "invalid account (code 07)". */
export function bankAnswerWords(code: string | null): string {
  if (code === null) return 'no reason given';
  const isSure = code === approved || code === noRecord;
  return wordsOfAnswer(code, isSure ? nipMeaning(code) : failureOf(code)?.meaning);
}

function failureOf(code: string | null): Failure | undefined {
  return code !== null && Object.hasOwn(failures, code) ? failures[code] : undefined;
}
