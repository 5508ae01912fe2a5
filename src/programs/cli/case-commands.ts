import { createInterface } from 'node:readline';
import { formatNaira } from '../../domain/money.js';
import { ageText } from '../../domain/case-headline.js';
import type { CasePage, CaseView, ListedCaseView } from '../../operators/cases/case-views.dto.js';
import type { CaseAnswerView, DecisionAnswerView } from '../../operators/cases/case-answers.dto.js';
import type { HoldsView } from '../../operators/cases/holds.dto.js';
import { caseText, waitText } from './case-text.js';
import { askDesk } from './desk-client.js';
import { type Commands, type Given, Refused, required, textOf, UsageError } from './command.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const reason = { reason: text } as const;

/** The commands by which operators handle cases, through the desk's API. */
export const caseCommands: Commands = {
  cases: {
    usage:
      '[WORDS] [--kind KIND] [--reason REASON] [--status open|closed|all] [--assignee NAME|none] [--merchant ID] [--provider NAME] [--sort oldest|newest|largest] [--size 20] [--cursor CURSOR] [--json]',
    summary:
      'Lists what waits for a person. WORDS: an account number, a session id, a reference or a payer.',
    words: [0, 10],
    options: {
      ...{ kind: text, reason: text, status: text, assignee: text, merchant: text },
      ...{ provider: text, sort: text, size: text, cursor: text, json: flag },
    },
    run: list,
  },
  case: {
    usage: 'NUMBER [--json]',
    summary: 'Shows a case: what happened, what is safe, what to do, what may be decided.',
    words: [1, 1],
    options: { json: flag },
    run: show,
  },
  decide: {
    usage: 'NUMBER... DECISION --reason TEXT [--account NUMBER --bank CODE]',
    summary:
      'Decides about a case, or about several of one kind and reason. --account and --bank: of redirect. enter_code reads the code from the input, so that no shell keeps it.',
    words: [2, 101],
    options: { ...reason, account: text, bank: text },
    run: decide,
  },
  confirm: {
    usage: 'NUMBER --shown HASH',
    summary: 'Confirms what another operator has proposed. --shown: as "case NUMBER" tells it.',
    words: [1, 1],
    options: { shown: text },
    run: async (given) => {
      const shownHash = required(given, 'shown');
      return answerText(await post(given, 'confirm', { shownHash }));
    },
  },
  withdraw: {
    usage: 'NUMBER --reason TEXT',
    summary: 'Takes a proposed decision back.',
    words: [1, 1],
    options: reason,
    run: async (given) => {
      const { message } = await post(given, 'withdraw', { reason: required(given, 'reason') });
      return `${message}.`;
    },
  },
  note: {
    usage: 'NUMBER TEXT',
    summary: 'Adds a note to the history of a case.',
    words: [2, 100],
    options: {},
    run: async (given) => {
      const { message } = await post(given, 'notes', {
        text: given.positionals.slice(1).join(' '),
      });
      return `${message}.`;
    },
  },
  assign: {
    usage: 'NUMBER NAME | NUMBER --nobody',
    summary: 'Says which operator sees to a case.',
    words: [1, 2],
    options: { nobody: flag },
    run: assign,
  },
};

async function list(given: Given): Promise<string> {
  const assignee = textOf(given, 'assignee');
  const query = new URLSearchParams();
  const wishes: Readonly<Record<string, string | undefined>> = {
    ...{ q: given.positionals.join(' '), kind: textOf(given, 'kind')?.toUpperCase() },
    ...{ reason: textOf(given, 'reason'), status: textOf(given, 'status')?.toUpperCase() },
    ...{ merchantId: textOf(given, 'merchant'), sort: textOf(given, 'sort')?.toUpperCase() },
    ...{ provider: textOf(given, 'provider'), size: textOf(given, 'size') },
    ...{ cursor: textOf(given, 'cursor') },
  };
  for (const [name, value] of Object.entries(wishes)) if (value) query.set(name, value);
  if (assignee !== undefined) query.set('assignee', assignee === 'none' ? '' : assignee);
  const { data } = await askDesk<CasePage>('GET', `/cases?${query}`);
  if (given.values['json'] === true) return JSON.stringify(data, null, 2);
  const held = await heldText();
  if (data.items.length === 0) return `${held}Nothing waits.`;
  const { nextCursor } = data.page;
  const more = nextCursor === null ? '' : `\n\nThere are more: --cursor ${nextCursor}`;
  return held + tableOf<ListedCaseView>(columns, data.items) + more;
}

const columns = [
  { title: 'CASE', text: ({ caseNumber }: ListedCaseView) => String(caseNumber), align: 'right' },
  { title: 'KIND', text: ({ kind }: ListedCaseView) => kind },
  {
    title: 'AMOUNT',
    text: ({ amount }: ListedCaseView) => (amount === null ? '-' : formatNaira(BigInt(amount))),
    align: 'right',
  },
  {
    title: 'AGE',
    text: ({ ageSeconds }: ListedCaseView) => ageText(ageSeconds * 1_000),
    align: 'right',
  },
  {
    title: 'WHO',
    text: ({ assignee, proposedBy }: ListedCaseView) =>
      proposedBy === null ? (assignee ?? '-') : `2nd for ${proposedBy}`,
  },
  {
    title: 'WHY',
    text: ({ reason: why, hold, waitsForCase, holdsSending }: ListedCaseView) =>
      [why, holdsSending && 'nothing is sent', hold !== null && waitText(hold, waitsForCase)]
        .filter((part) => part !== false)
        .join('; '),
  },
] as const;

async function show(given: Given): Promise<string> {
  const { data } = await askDesk<CaseView>('GET', `/cases/${numberOf(given.positionals[0])}`);
  return given.values['json'] === true
    ? JSON.stringify(data, null, 2)
    : (await heldText()) + caseText(data);
}

/** Returns the holds that stop all sending through a bank. They are printed first. */
async function heldText(): Promise<string> {
  const { data } = await askDesk<HoldsView>('GET', '/holds');
  const lines = data.holds.filter(({ isOfBank }) => isOfBank).map((hold) => hold.text);
  return lines.map((line) => `! ${line}\n\n`).join('');
}

async function decide(given: Given): Promise<string> {
  const numbers = given.positionals.slice(0, -1).map(numberOf);
  const decision = given.positionals.at(-1) ?? '';
  const wanted = { decision, reason: required(given, 'reason') };
  const [only] = numbers;
  if (numbers.length > 1 || only === undefined) return decideMany(numbers, wanted);
  const [accountNumber, bankCode] = [textOf(given, 'account'), textOf(given, 'bank')];
  const account = {
    ...(accountNumber !== undefined && { accountNumber }),
    ...(bankCode !== undefined && { bankCode }),
  };
  const typed = decision === 'enter_code' ? { code: await typedLine('Code: ') } : {};
  const body = { ...wanted, ...account, ...typed };
  return answerText(await askDesk('POST', `/cases/${only}/decisions`, body));
}

/**
 * Reads the first line of the input. A secret is not passed as an argument, because it would stay in the shell's
 * history.
 */
async function typedLine(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(prompt);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
  }
}

async function decideMany(numbers: readonly string[], wanted: object): Promise<string> {
  const body = { caseNumbers: numbers.map(Number), ...wanted };
  const { data } = await askDesk<{ answers: CaseAnswerView[] }>('POST', '/decisions', body);
  const table = tableOf<CaseAnswerView>(
    [
      { title: 'CASE', text: ({ caseNumber }) => String(caseNumber), align: 'right' },
      { title: 'OUTCOME', text: ({ outcome }) => outcome },
      { title: 'ANSWER', text: ({ message }) => message },
    ],
    data.answers,
  );
  if (data.answers.some(({ outcome }) => outcome === 'REFUSED')) throw new Refused(table);
  return table;
}

async function assign(given: Given): Promise<string> {
  const [number, name] = given.positionals;
  const isNobody = given.values['nobody'] === true;
  if ((name === undefined) !== isNobody) throw new UsageError('Name an operator, or say --nobody.');
  await askDesk('PUT', `/cases/${numberOf(number)}/assignee`, { assignee: name ?? null });
  return isNobody ? 'Nobody sees to it now.' : `${name} sees to it now.`;
}

function post(given: Given, what: string, body?: object) {
  const path = `/cases/${numberOf(given.positionals[0])}/${what}`;
  return askDesk<DecisionAnswerView>('POST', path, body);
}

function answerText({ data }: { data: DecisionAnswerView }): string {
  return data.outcome === 'DECIDED'
    ? `Decided: ${data.decision}.`
    : `Proposed: ${data.decision}. It waits for a second operator.`;
}

function numberOf(word: string | undefined): string {
  if (word !== undefined && /^[1-9]\d{0,14}$/.test(word)) return word;
  throw new UsageError(`"${word ?? ''}" is no number of a case.`);
}
