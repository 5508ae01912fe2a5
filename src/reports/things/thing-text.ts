import { isCharged } from '../../domain/channels.js';
import { cardAnswerWords } from '../../domain/card-code.js';
import { bankAnswerWords } from '../../domain/nip-code.js';
import { purposeWords } from '../../domain/journal-words.js';
import { reasonWords } from '../../domain/case-words.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import { formatMoney } from '../../domain/money.js';
import { titleOfProvider } from '../../providers/registry.js';
import { accountFor } from '../orders/reader.js';
import type { CaseSummary, JournalSummary, SendingSummary } from './thing-parts.js';
import type { ThingFact, ThingLink, ThingList } from './things.dto.js';

/** How amounts and account numbers are written for a reader, by the reader's rights. */
export interface Teller {
  readonly money: (minor: number) => string;
  /** Returns the whole account number, or its last digits. */
  readonly account: (number: string | null) => string | null;
}

export function tellerFor(currency: string, seesAccounts: boolean): Teller {
  return {
    money: (minor) => formatMoney(BigInt(minor), currency),
    account: (number) => accountFor({ seesAccounts }, number),
  };
}

export const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(', ');

/** Formats a time without its zone, because the foot of each page says that times are in Lagos time. */
export const moment = (at: string | null): string =>
  at === null ? '–' : lagosMoment(new Date(at));

/** Returns the facts that have a value. */
export function factsOf(
  facts: readonly (readonly [name: string, value: string | null, about?: ThingLink | null])[],
): ThingFact[] {
  return facts.flatMap(([name, value, about = null]) =>
    value === null || value === '' ? [] : [{ name, value, about }],
  );
}

/** Returns the lists that have rows. */
export function listsOf(...lists: readonly ThingList[]): ThingList[] {
  return lists.filter(({ rows }) => rows.length > 0);
}

export function listOfRows<Item>(
  title: string,
  columns: readonly string[],
  items: readonly Item[],
  row: (item: Item) => readonly [about: ThingLink | null, ...cells: readonly (string | null)[]],
): ThingList {
  const rows = items.map((item) => {
    const [about, ...cells] = row(item);
    return { cells: cells.map((cell) => cell ?? ''), about };
  });
  return { title, columns: [...columns], rows };
}

export const linkTo = (kind: ThingLink['kind'], id: string | null): ThingLink | null =>
  id === null ? null : { kind, id };

/** Returns a link to an order of a merchant. */
export const linkToOrder = (
  merchantId: string | null,
  reference: string | null,
): ThingLink | null =>
  merchantId === null || reference === null
    ? null
    : { kind: 'ORDER', id: `${merchantId}/${reference}` };

export function casesList(cases: readonly CaseSummary[]): ThingList {
  return listOfRows('Cases', ['Case', 'Why', 'Status', 'Since'], cases, (each) => [
    { kind: 'CASE', id: String(each.caseNumber) },
    ...[`Case ${each.caseNumber}`, reasonWords(each.reason), each.status, moment(each.openedAt)],
  ]);
}

/** Returns a bank's or an acquirer's answer in words. Null when there is none. */
export function answerIn(channel: string, answer: string | null): string | null {
  return isCharged(channel) ? acquirerAnswer(answer) : bankAnswer(answer);
}

export function acquirerAnswer(answer: string | null): string | null {
  return answer === null ? null : cardAnswerWords(answer);
}

export function bankAnswer(answer: string | null): string | null {
  return answer === null ? null : bankAnswerWords(answer);
}

export function journalsList(journals: readonly JournalSummary[], { money }: Teller): ThingList {
  return listOfRows('Journals', ['Journal', 'For', 'Amount', 'Posted'], journals, (each) => [
    { kind: 'JOURNAL', id: String(each.journalId) },
    ...[
      String(each.journalId),
      purposeWords(each.purpose),
      money(each.amount),
      moment(each.postedAt),
    ],
  ]);
}

export function sendingsList(
  sendings: readonly SendingSummary[],
  { money }: Teller,
  channel: string,
): ThingList {
  const columns = ['Session', 'Bank connection', 'Amount', 'Status', 'Answer', 'Sent', 'Ended'];
  return listOfRows('Sendings', columns, sendings, (each) => [
    null,
    ...[
      each.sessionId,
      titleOfProvider(each.provider),
      money(each.amount),
      each.status,
      answerIn(channel, each.answer),
    ],
    ...[moment(each.sentAt), moment(each.settledAt)],
  ]);
}
