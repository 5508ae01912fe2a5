import { loadConfig } from '../../platform/config/config.js';
import { keySetOf } from '../../platform/config/key-set.js';
import { KeyFiles } from '../../platform/keys/key-files.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { secretsDirOf } from './settings.js';
import { type KeptNotice, PgKeptNotices } from '../../payments/credits/kept-notice.store.js';
import { reachCheck } from '../../providers/checks.js';
import {
  type ProviderFolder,
  type ProviderGiven,
  SettingsFault,
} from '../../providers/contract.js';
import { providerPrefix, providerValues } from '../../platform/config/provider-values.js';
import { withSecretFiles } from '../../platform/config/secret-files.js';
import { providerFolders } from '../../providers/registry.js';
import { type CommandOutput, type Commands, type Given, Refused, textOf } from './command.js';
import { onDatabase } from './on-database.js';
import { simulatorUrlOf } from './settings.js';
import { newProvider } from './provider-template.js';
import { tableOf } from './table.js';

/** The commands about providers. Whoever runs them must have the settings of a worker. */
export const providerCommands: Commands = {
  providers: {
    usage: '',
    summary: 'Lists the banks and acquirers that Manilla can speak to, and what each can do.',
    words: [0, 0],
    options: {},
    run: () => Promise.resolve(capabilities()),
  },
  'providers settings': {
    usage: 'NAME',
    summary: 'Lists what a person with a contract has to fill in for a provider.',
    words: [1, 1],
    options: {},
    run: ({ positionals: [name = ''] }) => Promise.resolve(settings(folderOf(name))),
  },
  'providers check': {
    usage: 'NAME',
    summary: 'Asks a provider harmless questions, and says whether it can be worked with.',
    words: [1, 1],
    options: {},
    run: check,
  },
  'providers notices': {
    usage: '[NAME] [--raw]',
    summary: 'Lists notices of providers that could not be booked; --raw: as they came.',
    words: [0, 1],
    options: { raw: { type: 'boolean' } },
    run: notices,
  },
  'providers new': {
    usage: 'NAME [--folder FOLDER]',
    summary:
      'Makes a folder with every file of a new provider; the conformance suite says what is missing.',
    words: [1, 1],
    options: { folder: { type: 'string' } },
    run: (given) =>
      Promise.resolve(newProvider(given.positionals[0] ?? '', textOf(given, 'folder'))),
  },
};

function folderOf(name: string): ProviderFolder {
  const folder = providerFolders.find((each) => each.name === name);
  if (folder !== undefined) return folder;
  const known = providerFolders.map((each) => each.name).join(', ');
  throw new Refused(`There is no provider ${name}, only ${known}.`);
}

function capabilities(): string {
  const of = ({ capabilities: can }: ProviderFolder) => can;
  const table = tableOf<ProviderFolder>(
    [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'NOTICES', text: (each) => noticesOf(each) },
      { title: 'NUMBERS', text: (each) => of(each).numbers?.whose ?? '-' },
      { title: 'TRANSFERS', text: (each) => outwardOf(each) },
      { title: 'REFUNDS', text: (each) => of(each).refunds ?? '-' },
      { title: 'STATEMENT', text: (each) => of(each).statement ?? '-' },
      { title: 'RECONCILED', text: ({ capabilities }) => reconciledBy(capabilities) },
      { title: 'CARDS', text: (each) => of(each).cards?.first ?? '-' },
    ],
    providerFolders,
  );
  const untried = providerFolders.flatMap(({ title, untried: words }) =>
    words === null ? [] : [`${title}: ${words}.`],
  );
  return [table, '', ...untried].join('\n');
}

function noticesOf({ capabilities: { inbound } }: ProviderFolder): string {
  if (inbound === null) return '-';
  return inbound.confirmed ? `${inbound.signature}, then asked` : inbound.signature;
}

const waits = {
  NOTHING: '',
  CODE: ', may wait for a code',
  APPROVAL: ', may wait for approval',
} as const;

/** Tells how our books are compared with the provider's. */
function reconciledBy({ statement, outward, inbound }: ProviderFolder['capabilities']): string {
  if (statement === 'LINES') return 'by its statement';
  if (outward === null && inbound === null) return '-';
  const files = statement === 'FILE' ? ', and files' : '';
  return `by asking about each payment${files}`;
}

function outwardOf({ capabilities: { outward } }: ProviderFolder): string {
  if (outward === null) return '-';
  return `${outward.bankCodes} codes${waits[outward.waitsFor]}`;
}

function settings({ name, settings: all }: ProviderFolder): string {
  const lines = all.map(({ name: setting, otherwise, isSecret, about }) => {
    const stands = otherwise === null ? 'must be set' : `otherwise ${otherwise || 'none'}`;
    return `${providerPrefix(name)}${setting}  (${stands}${isSecret ? ', secret' : ''})\n    ${about}`;
  });
  return lines.length === 0 ? 'There is nothing to set.' : lines.join('\n');
}

/**
 * Checks a provider's settings and connection. @throws Refused when its settings are incomplete, because nothing can be
 * checked then.
 */
async function check({ positionals: [name = ''] }: Given): Promise<CommandOutput> {
  const folder = folderOf(name);
  const { notices: reader, checks: own } = orRefused(name, () => folder.open(givenTo(folder)));
  const baseUrl = (process.env['MANILLA_BASE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');
  const checks = [
    ...own,
    ...(reader === null ? [] : [reachCheck(name, { baseUrl, notices: reader })]),
  ];
  const lines: string[] = [];
  let exitCode: 0 | 1 = 0;
  for (const each of checks) {
    const { verdict, words } = await each.run();
    if (verdict === 'BAD') exitCode = 1;
    lines.push(`${verdict.padEnd(7)}  ${each.what}: ${words}`);
  }
  return { exitCode, text: lines.join('\n') };
}

/**
 * Returns the settings as the programs read them. Without settings these are the ones of the local stack's test
 * servers.
 */
function givenTo({ name }: ProviderFolder): ProviderGiven {
  const { values } = withSecretFiles({ ...process.env, MANILLA_PROVIDERS: name });
  const isReal =
    values['MANILLA_ENVIRONMENT'] === 'live' && values['MANILLA_RAILS'] !== 'simulator';
  return {
    values: providerValues(values).valuesOf(name),
    ...{ timeoutMs: 10_000, connections: 2, callsPerSecond: 10 },
    // Only the simulator has derived keys.
    get hookKeys() {
      return loadConfig(process.env, 'worker').hookKeys;
    },
    simulatorUrl: isReal ? null : (simulatorUrlOf(process.env) ?? null),
  };
}

function orRefused<Value>(name: string, open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    const lines = error.problems.map((line) => `  - ${providerPrefix(name)}${line}`);
    throw new Refused(`The settings are not usable:\n${lines.join('\n')}`);
  }
}

/** Lists the stored notices. A notice has a payer's name and account, so its text is shown only with --raw. */
async function notices({ positionals: [name], values }: Given): Promise<string> {
  const keys = new KeyFiles(secretsDirOf(process.env)).read('seal');
  const seal = createSecretSeal(keySetOf('seal', keys.buffers), 'kept notice');
  const kept = await onDatabase((pool) =>
    new PgKeptNotices(pool, seal).open(name ?? null, 0n, 500),
  );
  if (kept.length === 0) return 'Every notice was booked, or its text is over.';
  if (values['raw'] === true) return kept.map(rawText).join('\n');
  return tableOf(
    [
      { title: 'NUMBER', text: ({ noticeId }) => String(noticeId) },
      { title: 'PROVIDER', text: ({ provider }) => provider },
      { title: 'REASON', text: ({ reason }) => reason },
      { title: 'WHY', text: ({ why }) => why },
      { title: 'TIMES', text: ({ times }) => String(times) },
      { title: 'LAST', text: ({ lastAt }) => lastAt.toISOString() },
    ],
    kept,
  );
}

function rawText({ noticeId, body }: KeptNotice): string {
  return body?.toString('utf8') ?? `(No key in the folder of secrets opens notice ${noticeId}.)`;
}
