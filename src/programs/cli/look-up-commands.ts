import { homeCurrency } from '../../domain/currency.js';
import { lagosMoment, readableMoment } from '../../domain/lagos-day.js';
import { formatMoney } from '../../domain/money.js';
import type { InDoubtData, InDoubtItem } from '../../reports/in-doubt/in-doubt.dto.js';
import type { OrderView } from '../../reports/orders/order.dto.js';
import type { FoundData, FoundItem } from '../../reports/search/search.dto.js';
import type { Commands, Given } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

/** The commands that find things by what a caller knows about them, through the desk's API. */
export const lookUpCommands: Commands = {
  search: {
    usage: 'WORDS... [--json]',
    summary:
      'Finds anything: a reference or a part of it, a name, an e-mail address, a phone number, an amount, an account number, a session id, an id.',
    words: [1, 8],
    options: { json: { type: 'boolean' } },
    run: search,
  },
  order: {
    usage: 'MERCHANT_ID REFERENCE [--json]',
    summary: 'Shows one order: its payer, where the money is, and all that happened.',
    words: [2, 2],
    options: { json: { type: 'boolean' } },
    run: order,
  },
  'in-doubt': {
    usage: '[--json]',
    summary: 'Shows every sending, charge, dispute and webhook that is not final.',
    words: [0, 0],
    options: { json: { type: 'boolean' } },
    run: inDoubt,
  },
};

async function search({ positionals, values }: Given): Promise<string> {
  const query = new URLSearchParams({ q: positionals.join(' ') });
  const { data } = await askDesk<FoundData>('GET', `/search?${query}`);
  if (values['json'] === true) return JSON.stringify(data, null, 2);
  if (data.groups.length === 0) return 'Nothing is found.';
  return data.groups
    .map(({ kind, items, hasMore }) =>
      [kind, tableOf<FoundItem>(columns, items), ...(hasMore ? ['There are more.'] : [])].join(
        '\n',
      ),
    )
    .join('\n\n');
}

async function order({ positionals, values }: Given): Promise<string> {
  const [merchantId = '', reference = ''] = positionals.map(encodeURIComponent);
  const { data } = await askDesk<OrderView>('GET', `/orders/${merchantId}/${reference}`);
  if (values['json'] === true) return JSON.stringify(data, null, 2);
  const { paymentReference, merchantName, status, payerName, payerEmail, payerPhone } = data;
  return [
    `Order ${paymentReference} of ${merchantName}: ${status}`,
    data.amountsText,
    ...data.moneyText,
    [payerName, payerEmail, payerPhone].filter((part) => part !== null).join(', '),
    '',
    tableOf<OrderView['timeline'][number]>(steps, data.timeline),
    ...data.cases.map(({ caseNumber, reason }) => `Case ${caseNumber}: ${reason}`),
    `Workflow: ${data.workflow}`,
  ].join('\n');
}

async function inDoubt({ values }: Given): Promise<string> {
  const { data } = await askDesk<InDoubtData>('GET', '/in-doubt');
  if (values['json'] === true) return JSON.stringify(data, null, 2);
  if (data.items.length === 0) return 'Nothing is in doubt.';
  return tableOf<InDoubtItem>(doubts, data.items);
}

const doubts = [
  { title: 'WHAT', text: ({ kind }: InDoubtItem) => kind },
  { title: 'REFERENCE', text: ({ reference, subject }: InDoubtItem) => reference ?? subject },
  {
    title: 'AMOUNT',
    text: ({ amount, currency }: InDoubtItem) =>
      amount === null ? '-' : formatMoney(BigInt(amount), currency ?? homeCurrency),
    align: 'right',
  },
  { title: 'STATUS', text: ({ status }: InDoubtItem) => status },
  { title: 'SINCE', text: ({ since }: InDoubtItem) => lagosMoment(new Date(since)) },
  { title: 'DEADLINE', text: ({ deadline }: InDoubtItem) => readableMoment(deadline) },
] as const;

const steps = [
  { title: 'WHEN', text: ({ at }: OrderView['timeline'][number]) => lagosMoment(new Date(at)) },
  { title: 'WHAT', text: ({ kind }: OrderView['timeline'][number]) => kind },
  { title: 'BECAME', text: ({ status }: OrderView['timeline'][number]) => status },
  { title: 'SUBJECT', text: ({ subject }: OrderView['timeline'][number]) => subject },
] as const;

const columns = [
  { title: 'WHAT', text: ({ reference }: FoundItem) => reference },
  { title: 'WHO', text: ({ name }: FoundItem) => name ?? '-' },
  {
    title: 'AMOUNT',
    text: ({ amount, currency }: FoundItem) =>
      amount === null ? '-' : formatMoney(BigInt(amount), currency ?? homeCurrency),
    align: 'right',
  },
  { title: 'STATUS', text: ({ status }: FoundItem) => status ?? '-' },
  { title: 'WHEN', text: ({ at }: FoundItem) => lagosMoment(new Date(at)) },
  { title: 'MERCHANT', text: ({ merchantName }: FoundItem) => merchantName ?? '-' },
] as const;
