import { formatMoney } from '../../domain/money.js';
import type { LedgerData } from '../../reports/ledger/ledger.dto.js';
import { splits } from '../../reports/sums/split.js';
import type { SumsData, SumsTotal } from '../../reports/sums/sums.dto.js';
import { timeText } from '../../reports/sums/sum-words.js';
import { pagesOfThings, thingKinds } from '../../reports/things/thing-kinds.js';
import type { ThingList, ThingView } from '../../reports/things/things.dto.js';
import { type Commands, type Given, UsageError } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

/** The commands that show one thing, or sums over many, through the desk's API. */
export const sumCommands: Commands = {
  show: {
    usage: 'ID [--json]',
    summary:
      'Shows a transaction, refund, settlement, dispute, virtual account or merchant by its id, or a journal by its number.',
    words: [1, 1],
    options: { json: { type: 'boolean' } },
    run: show,
  },
  ledger: {
    usage: '[CODE] [--json]',
    summary: 'Shows what is in the accounts of the books, or in those of one code, such as 2230.',
    words: [0, 1],
    options: { json: { type: 'boolean' } },
    run: ledger,
  },
  sums: {
    usage: '[--merchant MERCHANT_ID] [--from DATE] [--to DATE] [--by SPLIT] [--json]',
    summary: `Adds up payments, fees, refunds and payouts by ${splits.join(', ')}; without dates, of the last seven days.`,
    words: [0, 0],
    options: {
      ...{ merchant: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
      ...{ by: { type: 'string' }, json: { type: 'boolean' } },
    },
    run: sums,
  },
};

/** Returns the path of a thing in the API. The prefix of the id names its kind. */
function pathOf(id: string): string {
  const prefix = id.includes('_') ? id.slice(0, id.indexOf('_')).toLowerCase() : null;
  const kind = thingKinds.find((each) => pagesOfThings[each].prefix === prefix);
  if (kind === undefined) throw new UsageError(`${id} is no id of a thing that is shown.`);
  const known = prefix === null ? id : `${prefix}_${id.slice(prefix.length + 1).toUpperCase()}`;
  const path = `/${pagesOfThings[kind].folder}/${encodeURIComponent(known)}`;
  return kind === 'MERCHANT' ? `${path}/overview` : path;
}

async function show({ positionals, values }: Given): Promise<string> {
  const { data } = await askDesk<ThingView>('GET', pathOf(positionals[0] ?? ''));
  if (values['json'] === true) return JSON.stringify(data, null, 2);
  const { title, status, amountsText, moneyText, facts, lists } = data;
  return [
    status === null ? title : `${title}: ${status}`,
    amountsText,
    ...moneyText,
    '',
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...lists.flatMap((list) => ['', list.title, listText(list)]),
  ].join('\n');
}

function listText({ columns, rows }: ThingList): string {
  const shown = columns.map((title, at) => ({
    title: title.toUpperCase(),
    text: ({ cells }: ThingList['rows'][number]) => cells[at] ?? '',
  }));
  return tableOf(shown, rows);
}

async function ledger({ positionals, values }: Given): Promise<string> {
  const [code] = positionals;
  const path = code === undefined ? '/ledger' : `/ledger?${new URLSearchParams({ code })}`;
  const { data } = await askDesk<LedgerData>('GET', path);
  if (values['json'] === true) return JSON.stringify(data, null, 2);
  if (code === undefined) return tableOf<LedgerData['codes'][number]>(codes, data.codes);
  if (data.accounts.length === 0) return 'All its accounts are empty.';
  return tableOf<LedgerData['accounts'][number]>(accounts, data.accounts);
}

interface Held {
  readonly balance: number;
  readonly currency: string;
}

const balance = {
  title: 'BALANCE',
  text: ({ balance: minor, currency }: Held) => formatMoney(BigInt(minor), currency),
  align: 'right',
} as const;

const codes = [
  { title: 'CODE', text: ({ code }: LedgerData['codes'][number]) => code },
  balance,
  { title: 'ACCOUNT', text: ({ name }: LedgerData['codes'][number]) => name },
] as const;

const accounts = [
  balance,
  { title: 'WHOSE', text: ({ owner }: LedgerData['accounts'][number]) => owner },
] as const;

async function sums({ values }: Given): Promise<string> {
  const query = new URLSearchParams();
  for (const [option, field] of [
    ['merchant', 'merchantId'],
    ['from', 'from'],
    ['to', 'to'],
    ['by', 'by'],
  ] as const) {
    const value = values[option];
    if (typeof value === 'string') query.set(field, value);
  }
  const { data } = await askDesk<SumsData>('GET', `/summaries?${query}`);
  if (values['json'] === true) return JSON.stringify(data, null, 2);
  const rows = [...data.rows, { key: 'ALL', ...data.total }];
  return tableOf(columnsOf(data.by, data.currency), rows);
}

type Row = SumsTotal & { readonly key: string | null };

function columnsOf(by: string, currency: string) {
  const money = (title: string, of: (row: Row) => number) => ({
    title,
    text: (row: Row) => formatMoney(BigInt(of(row)), currency),
    align: 'right' as const,
  });
  const count = (title: string, of: (row: Row) => number) => ({
    title,
    text: (row: Row) => String(of(row)),
    align: 'right' as const,
  });
  return [
    { title: by.toUpperCase(), text: ({ key }: Row) => key ?? '-' },
    count('PAYMENTS', (row) => row.payments),
    money('GROSS', (row) => row.grossAmount),
    money('FEES', (row) => row.feeAmount),
    money('REFUNDS', (row) => row.refundAmount),
    money('DISPUTES', (row) => row.disputeAmount),
    money('NET', (row) => row.netAmount),
    money('PAYOUTS', (row) => row.settledAmount),
    count('EXCEPTIONS', (row) => row.exceptions),
    count('ORDERS', (row) => row.initiated),
    count('PAID', (row) => row.paid),
    {
      title: 'MEDIAN',
      text: ({ medianSecondsToPay: seconds }: Row) => (seconds === null ? '-' : timeText(seconds)),
      align: 'right' as const,
    },
  ];
}
