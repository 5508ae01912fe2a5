import { homeCurrency } from '../../domain/currency.js';
import type { ComponentChildren } from 'preact';
import { ageText } from '../../domain/case-headline.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import { formatMoney } from '../../domain/money.js';
import type { PageView } from '../../http/paging.js';
import { toneOf } from '../parts/words.js';
import { wordsOf } from './words.js';

/** Writes an amount of a reply, which is in kobo, for people. */
export function money(minor: number | bigint, currency: string = homeCurrency): string {
  return formatMoney(BigInt(minor), currency);
}

/** Writes a time of a reply in Lagos time, as the foot of the page says. */
export function moment(at: string | Date | null): string {
  return at === null ? '–' : lagosMoment(new Date(at));
}

/** Says how much time is left until a deadline, such as "in 26 h", or how long ago it passed. */
export function timeLeft(at: string | Date, now = Date.now()): string {
  const leftMs = new Date(at).getTime() - now;
  return leftMs > 0 ? `in ${ageText(leftMs)}` : `over since ${ageText(-leftMs)}`;
}

/** Isolates texts of others, so that their writing direction does not affect the text around them. */
export function Foreign({ text }: { readonly text: string | null }) {
  return text === null || text === '' ? <>–</> : <bdi>{text}</bdi>;
}

interface StandingProps {
  readonly of: Parameters<typeof wordsOf>[0];
  readonly status: string;
}

export function Standing({ of, status }: StandingProps) {
  return <span class={toneOf(status)}>{wordsOf(of, status)}</span>;
}

export interface Column<Item> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (item: Item) => ComponentChildren;
}

interface TableProps<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
}

/** A table that a phone shows as cards: each cell carries its column's title. */
export function Table<Item>({ label, columns, items }: TableProps<Item>) {
  return (
    <table class="rows" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th scope="col" class={isNumber === true ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr>
            {columns.map(({ title, isNumber, cell }) => (
              <td class={isNumber === true ? 'number' : undefined} data-title={title}>
                <div>{cell(item)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A list of facts with their names. Facts without a value are left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren | null])[];
}) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}

interface NextProps {
  readonly page: PageView;
  readonly pathOf: (cursor: string) => string;
}

export function NextPage({ page: { nextCursor }, pathOf }: NextProps) {
  if (nextCursor === null) return null;
  return (
    <p>
      <a href={pathOf(nextCursor)} rel="next">
        Next page
      </a>
    </p>
  );
}

/** Adds the fields that are not empty to an address, as its query. */
export function pathWith(path: string, query: Readonly<Record<string, string>>): string {
  const filled = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  const text = filled.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Returns the fields of an address that the page knows. Unknown fields and repeated ones are left out. */
export function fieldsOf<Name extends string>(
  query: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Record<Name, string> {
  const entries = names.map((name) => {
    const value = query[name];
    return [name, typeof value === 'string' ? plainText(value).trim().slice(0, 400) : ''];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Takes out characters that the database cannot store: removes NUL, and replaces unpaired surrogates. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
