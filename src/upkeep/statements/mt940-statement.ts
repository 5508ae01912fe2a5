import { homeCurrency } from '../../domain/currency.js';
import { parseNaira } from '../../domain/naira.js';
import {
  type FileLine,
  type FilePart,
  joined,
  plainField,
  refuseBrokenChain,
  sessionIn,
  StatementFault,
  type StatementFile,
  withBalances,
} from './statement-file.js';

interface Tag {
  readonly row: number;
  readonly name: string;
  readonly text: string;
}

/** `:61:` value date, booking date, sign, funds code, amount with a comma, type, and references. */
const entry =
  /^(?<date>\d{6})(?<booked>\d{4})?(?<sign>R?[CD])[A-Z]?(?<amount>\d{1,15},\d{0,2})[A-Z][A-Z0-9]{3}(?<references>.*)$/s;
const balance = /^(?<sign>[CD])(?<date>\d{6})(?<currency>[A-Z]{3})(?<amount>\d{1,15},\d{0,2})$/;

/** Reads SWIFT MT940, with one statement or several of the same account. @throws StatementFault */
export function readMt940Statement(text: string): StatementFile {
  const tags = tagsIn(text);
  const accounts = new Set(tags.filter(({ name }) => name === '25').map((tag) => tag.text.trim()));
  if (accounts.size === 0) throw new StatementFault(0, 'the file has no account (:25:)');
  if (accounts.size > 1) throw new StatementFault(0, 'the file is of several accounts');
  const parts: FilePart[] = [];
  let opening: bigint | null = null;
  let part: FileLine[] = [];
  tags.forEach((tag, at) => {
    if (/^60[FM]$/.test(tag.name)) [opening, part] = [balanceOf(tag), []];
    if (tag.name === '61') {
      const next = tags[at + 1];
      part.push(lineOf(tag, next?.name === '86' ? next.text : ''));
    }
    if (!/^62[FM]$/.test(tag.name)) return;
    if (opening === null) throw new StatementFault(tag.row, 'there is no opening balance (:60F:)');
    const balanced = withBalances(part, opening);
    refuseBrokenChain(balanced, opening);
    const closing = balanceOf(tag);
    if ((balanced.at(-1)?.balanceMinor ?? opening) !== closing) {
      throw new StatementFault(tag.row, 'the closing balance does not follow from the lines');
    }
    parts.push({ opening, closing, lines: balanced });
    [opening, part] = [null, []];
  });
  if (part.length > 0 || opening !== null) {
    throw new StatementFault(tags.at(-1)?.row ?? 0, 'there is no closing balance (:62F:)');
  }
  return { account: [...accounts][0] ?? null, lines: joined(parts) };
}

function tagsIn(text: string): Tag[] {
  const tags: { row: number; name: string; text: string }[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    const [, name, rest = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = tags.at(-1);
    if (name !== undefined) tags.push({ row: at + 1, name, text: rest });
    else if (last !== undefined && !/^-}?|^\{/.test(line)) last.text += `\n${line}`;
  });
  return tags;
}

function lineOf({ row, text }: Tag, more: string): FileLine {
  const {
    date = '',
    booked,
    sign = '',
    amount = '',
    references = '',
  } = entry.exec(text.trimEnd())?.groups ?? {};
  const amountMinor = parseNaira(amount.replace(',', '.').replace(/\.$/, ''));
  if (amountMinor === undefined || amountMinor === 0n) {
    throw new StatementFault(row, 'it cannot be read (:61:)');
  }
  const narration = plainField(`${references} ${more}`, row);
  // RC reverses a credit, and RD reverses a debit.
  const isCredit = sign === 'C' || sign === 'RD';
  return {
    ...{
      row,
      amountMinor,
      narration,
      currency: homeCurrency,
      accountNumber: null,
      balanceMinor: null,
    },
    way: isCredit ? 'CREDIT' : 'DEBIT',
    at: bookedOn(date, booked, row),
    // The bank breaks its text after 65 characters, in the middle of an id too.
    sessionId: sessionIn(narration) ?? sessionIn(more.replaceAll('\n', '')),
  };
}

function balanceOf({ row, text }: Tag): bigint {
  const { sign, currency, amount = '' } = balance.exec(text.trim())?.groups ?? {};
  const money = parseNaira(amount.replace(',', '.').replace(/\.$/, ''));
  if (money === undefined) throw new StatementFault(row, 'the balance cannot be read');
  if (currency !== homeCurrency)
    throw new StatementFault(row, 'the balance is in another currency');
  return sign === 'C' ? money : -money;
}

/** The booking date is given without its year, and stands next to the value date. Without one it is the value date. */
function bookedOn(value: string, booked: string | undefined, row: number): Date {
  const valued = dateOf(value, row);
  if (booked === undefined) return valued;
  const monthsApart = Number(booked.slice(0, 2)) - Number(value.slice(2, 4));
  const year = Number(value.slice(0, 2)) - Math.round(monthsApart / 12);
  return dateOf(`${String(year).padStart(2, '0')}${booked}`, row);
}

function dateOf(text: string, row: number): Date {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number);
  const local = new Date(Date.UTC(2_000 + (year ?? 0), (month ?? 0) - 1, day));
  if (local.getUTCDate() !== day || local.getUTCMonth() !== (month ?? 0) - 1) {
    throw new StatementFault(row, 'its date cannot be read');
  }
  return new Date(local.getTime() - 3_600_000);
}
