import type { JournalPage, JournalView } from '../../operators/journals/journal.dto.js';
import { formatNaira } from '../../domain/money.js';
import { type Commands, type Given, required, textOf, UsageError } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const json = { type: 'boolean' } as const;

/** The commands for manual journals, through the desk's API. */
export const journalCommands: Commands = {
  journals: {
    usage: '[--status proposed|posted|withdrawn] [--size 20] [--cursor CURSOR] [--json]',
    summary: 'Lists journals that operators have proposed, the newest first.',
    words: [0, 0],
    options: { status: text, size: text, cursor: text, json },
    run: list,
  },
  'journals show': {
    usage: 'PROPOSAL [--json]',
    summary: 'Shows a proposed journal and its legs.',
    words: [1, 1],
    options: { json },
    run: async (given) => shown(given, await ask(given, 'GET')),
  },
  'journals propose': {
    usage: '(--reverse JOURNAL | --leg ACCOUNT=KOBO --leg ACCOUNT=KOBO...) --reason TEXT',
    summary:
      'Proposes a journal: another one taken back, or legs that sum to zero (debits positive). A second operator posts it.',
    words: [0, 0],
    options: { reverse: text, leg: { ...text, multiple: true }, reason: text },
    run: propose,
  },
  'journals confirm': {
    usage: 'PROPOSAL --shown HASH',
    summary:
      'Posts a journal that another operator has proposed. --shown: as "journals show" tells it.',
    words: [1, 1],
    options: { shown: text },
    run: async (given) => {
      const body = { shownHash: required(given, 'shown') };
      return `Posted as journal ${(await ask(given, 'POST', 'confirm', body)).journalId}.`;
    },
  },
  'journals withdraw': {
    usage: 'PROPOSAL',
    summary: 'Takes a proposed journal back.',
    words: [1, 1],
    options: {},
    run: async (given) => `Withdrawn: ${(await ask(given, 'POST', 'withdraw')).proposalId}.`,
  },
};

async function ask(
  given: Given,
  method: 'GET' | 'POST',
  what?: string,
  body?: object,
): Promise<JournalView> {
  const [id = ''] = given.positionals;
  if (!/^jnp_\w+$/.test(id)) throw new UsageError(`"${id}" is no id of a proposed journal.`);
  const path = ['/journals', id, ...(what === undefined ? [] : [what])].join('/');
  return (await askDesk<JournalView>(method, path, body)).data;
}

async function list(given: Given): Promise<string> {
  const query = new URLSearchParams();
  for (const name of ['status', 'size', 'cursor']) {
    const value = textOf(given, name);
    if (value !== undefined) query.set(name, name === 'status' ? value.toUpperCase() : value);
  }
  const { data } = await askDesk<JournalPage>('GET', `/journals?${query}`);
  if (given.values['json'] === true) return JSON.stringify(data, null, 2);
  if (data.items.length === 0) return 'There are none.';
  const { nextCursor } = data.page;
  const more = nextCursor === null ? '' : `\n\nThere are more: --cursor ${nextCursor}`;
  return tableOf<JournalView>(columns, data.items) + more;
}

const columns = [
  { title: 'PROPOSAL', text: ({ proposalId }: JournalView) => proposalId },
  { title: 'STATUS', text: ({ status }: JournalView) => status },
  { title: 'BY', text: byWhom },
  { title: 'WHY', text: ({ reason }: JournalView) => reason },
] as const;

function byWhom({ operator, partner }: JournalView): string {
  return partner === null ? operator : `${operator}, ${partner}`;
}

function shown(given: Given, journal: JournalView): string {
  if (given.values['json'] === true) return JSON.stringify(journal, null, 2);
  const { proposalId, status, reverses, journalId, reason, legs, shownHash } = journal;
  const facts = [
    `${proposalId} ${status}, by ${byWhom(journal)}`,
    ...(reverses === null ? [] : [`Takes back journal ${reverses}`]),
    ...(journalId === null ? [] : [`Posted as journal ${journalId}`]),
    reason,
  ];
  const table = tableOf<JournalView['legs'][number]>(
    [
      {
        title: 'AMOUNT',
        text: ({ amountMinor }) => formatNaira(BigInt(amountMinor)),
        align: 'right',
      },
      { title: 'ACCOUNT', text: ({ account }) => account },
    ],
    legs,
  );
  const confirm =
    status === 'PROPOSED'
      ? ['', `Confirm it: manilla journals confirm ${proposalId} --shown ${shownHash}`]
      : [];
  return [...facts, '', table, ...confirm].join('\n');
}

async function propose(given: Given): Promise<string> {
  const reverse = textOf(given, 'reverse');
  const legs = [given.values['leg'] ?? []].flat().map(legOf);
  if ((reverse === undefined) !== legs.length > 0) {
    throw new UsageError('Name a journal with --reverse, or its legs with --leg.');
  }
  const what = reverse === undefined ? { legs } : { reverse: kobo(reverse, '--reverse') };
  const body = { ...what, reason: required(given, 'reason') };
  const { data } = await askDesk<JournalView>('POST', '/journals', body);
  return `Proposed: ${data.proposalId}. It waits for a second operator.`;
}

function legOf(word: string | boolean): { account: string; amountMinor: number } {
  const [account = '', amount = ''] = String(word).split('=');
  return { account, amountMinor: kobo(amount, '--leg') };
}

function kobo(word: string, option: string): number {
  if (/^-?\d{1,15}$/.test(word)) return Number(word);
  throw new UsageError(`${option}: "${word}" is no whole number.`);
}
