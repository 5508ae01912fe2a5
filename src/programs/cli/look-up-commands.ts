import { lagosMoment } from '../../domain/lagos-day.js';
import { formatMoney } from '../../domain/money.js';
import type { FoundData, FoundItem } from '../../reports/search/search.dto.js';
import type { Commands, Given } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

/** Anything by what a caller knows, by way of the desk's API. */
export const lookUpCommands: Commands = {
  search: {
    usage: 'WORDS... [--json]',
    summary:
      'Finds anything: a reference or a part of it, a name, an e-mail address, a phone number, an amount, an account number, a session id, an id.',
    words: [1, 8],
    options: { json: { type: 'boolean' } },
    run: search,
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

const columns = [
  { title: 'WHAT', text: ({ reference }: FoundItem) => reference },
  { title: 'WHO', text: ({ name }: FoundItem) => name ?? '-' },
  {
    title: 'AMOUNT',
    text: ({ amount, currency }: FoundItem) =>
      amount === null ? '-' : formatMoney(BigInt(amount), currency ?? 'NGN'),
    align: 'right',
  },
  { title: 'STATUS', text: ({ status }: FoundItem) => status ?? '-' },
  { title: 'WHEN', text: ({ at }: FoundItem) => lagosMoment(new Date(at)) },
  { title: 'MERCHANT', text: ({ merchantName }: FoundItem) => merchantName ?? '-' },
] as const;
