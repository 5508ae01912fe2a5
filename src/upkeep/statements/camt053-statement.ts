import { homeCurrency } from '../../domain/currency.js';
import { Parser } from 'htmlparser2';
import { momentOf } from '../../domain/moment.js';
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

interface Element {
  readonly name: string;
  readonly row: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The deepest nesting that is read. No real statement is nested deeper. */
const deepest = 60;

/**
 * Reads ISO 20022 camt.053, with one statement or several of the same account. Entities of a DTD are not expanded.
 * @throws StatementFault
 */
export function readCamt053Statement(text: string): StatementFile {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new StatementFault(0, 'the file defines entities');
  const root = treeOf(text);
  const statements = all(root, 'Stmt');
  if (statements.length === 0) throw new StatementFault(0, 'the file has no statement (Stmt)');
  const accounts = new Set(statements.map((statement) => accountOf(statement)));
  if (accounts.size > 1) throw new StatementFault(0, 'the file is of several accounts');
  return { account: [...accounts][0] ?? null, lines: joined(statements.map(partOf)) };
}

function partOf(statement: Element): FilePart {
  const opening = balanceOf(statement, ['OPBD', 'PRCD', 'OPAV']);
  const closing = balanceOf(statement, ['CLBD', 'CLAV']);
  const lines = children(statement, 'Ntry').map(lineOf);
  if (opening === null || closing === null) return { opening, closing, lines };
  const balanced = withBalances(lines, opening);
  refuseBrokenChain(balanced, opening);
  if ((balanced.at(-1)?.balanceMinor ?? opening) !== closing) {
    throw new StatementFault(statement.row, 'the closing balance does not follow from the entries');
  }
  return { opening, closing, lines: balanced };
}

function lineOf(entry: Element): FileLine {
  const { row } = entry;
  const { minor, currency } = amountIn(entry);
  const way = first(entry, 'CdtDbtInd')?.text.trim();
  if (minor === 0n || (way !== 'CRDT' && way !== 'DBIT')) {
    throw new StatementFault(row, 'it is neither a debit nor a credit');
  }
  const booked = first(entry, 'BookgDt') ?? first(entry, 'ValDt');
  const at = dateOf(booked, row);
  const references = all(entry, 'EndToEndId', 'InstrId', 'TxId', 'NtryRef', 'AcctSvcrRef');
  const words = [...references, ...all(entry, 'Ustrd', 'AddtlNtryInf')].map(({ text }) => text);
  const narration = plainField(words.join(' '), row);
  return {
    ...{ row, amountMinor: minor, currency, at, narration },
    way: way === 'CRDT' ? 'CREDIT' : 'DEBIT',
    sessionId: sessionIn(narration),
    ...{ accountNumber: null, balanceMinor: null },
  };
}

function balanceOf(statement: Element, kinds: readonly string[]): bigint | null {
  for (const kind of kinds) {
    const found = children(statement, 'Bal').find(
      (each) => first(each, 'Cd')?.text.trim() === kind,
    );
    if (found === undefined) continue;
    const { minor } = amountIn(found);
    return first(found, 'CdtDbtInd')?.text.trim() === 'DBIT' ? -minor : minor;
  }
  return null;
}

function amountIn(element: Element): { readonly minor: bigint; readonly currency: string } {
  const amount = children(element, 'Amt')[0];
  const minor = parseNaira(amount?.text ?? '');
  const currency = amount?.attributes['Ccy'] ?? '';
  if (minor === undefined || minor < 0n) {
    throw new StatementFault(element.row, 'its amount cannot be read');
  }
  if (currency !== homeCurrency) throw new StatementFault(element.row, 'it is in another currency');
  return { minor, currency };
}

function accountOf(statement: Element): string | null {
  const account = children(statement, 'Acct')[0];
  const id = account === undefined ? undefined : children(account, 'Id')[0];
  return (id && (first(id, 'IBAN') ?? all(id, 'Id').at(-1))?.text.trim()) || null;
}

/** Reads a date or a time. A date without a time zone is in Lagos time. */
function dateOf(element: Element | undefined, row: number): Date {
  const time = element && first(element, 'DtTm')?.text.trim();
  const day = element && first(element, 'Dt')?.text.trim();
  const text = time ?? (day === undefined ? '' : `${day}T00:00:00`);
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const at = momentOf(hasZone ? text : `${text}+01:00`);
  if (at === undefined) {
    throw new StatementFault(row, 'its date cannot be read');
  }
  return at;
}

/** Parses the text into elements. @throws StatementFault for text that is not well-formed */
function treeOf(text: string): Element {
  const root: Element = { name: '', row: 1, attributes: {}, children: [], text: '' };
  const open = [root];
  const rowAt = rows(text);
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > deepest) throw new StatementFault(0, 'the file is nested too deeply');
        const row = rowAt(parser.startIndex);
        const element = { name: local(name), row, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(more) {
        const last = open.at(-1);
        if (last !== undefined) last.text += more;
      },
      onclosetag(name, isImplied) {
        const closed = open.pop();
        if (isImplied || closed?.name !== local(name)) {
          throw new StatementFault(closed?.row ?? 0, `<${closed?.name}> is not closed`);
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (open.length !== 1) throw new StatementFault(0, 'the file ends too early');
  return root;
}

/**
 * Returns a function that finds the row of a place in the text. The places must rise from call to call, as they do in
 * the parser.
 */
function rows(text: string): (index: number) => number {
  let [row, at] = [1, 0];
  return (index) => {
    for (; at < index; at += 1) if (text.codePointAt(at) === 10) row += 1;
    return row;
  };
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function children(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}

function first(element: Element, name: string): Element | undefined {
  return all(element, name)[0];
}

/** Returns the elements of these names at any depth below this one, in their order. */
function all(element: Element, ...names: readonly string[]): Element[] {
  return element.children.flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...all(child, ...names),
  ]);
}
