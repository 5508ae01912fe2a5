import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from './command.js';

/**
 * Makes a folder with every file of a new provider. The folder compiles once registry.ts names it. The test suite of
 * the folders (test/integration/providers/conformance) then fails, and names what is missing.
 *
 * @throws Refused for a name that is not allowed, or a folder that exists
 */
export function newProvider(name: string, root = 'src/providers'): string {
  if (!/^[a-z][a-z0-9]{1,29}$/.test(name)) {
    throw new Refused('A provider has a name of small letters and digits, such as mybank.');
  }
  const folder = join(root, name);
  if (existsSync(folder)) throw new Refused(`${folder} is there already.`);
  mkdirSync(folder, { recursive: true });
  const files = filesOf(name);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return [
    `${folder} has ${Object.keys(files).join(', ')}.`,
    `Now: 1. import { ${name} } in src/providers/registry.ts, and add it to the list there;`,
    '2. run `npx vitest run --project integration test/integration/providers/conformance`: it names what is missing;',
    '3. follow docs/adding-a-provider.md.',
  ].join('\n');
}

function filesOf(name: string): Readonly<Record<string, string>> {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    'provider.ts': providerFile(name, title),
    'settings.ts': settingsFile(name, title),
    'notice.ts': noticeFile(title),
    'README.md': readmeFile(title),
  };
}

function providerFile(name: string, title: string): string {
  return `import type { OpenProvider, ProviderFolder, ProviderGiven } from '../contract.js';
import { ${name}Settings, read${title}Settings } from './settings.js';
import { ${title}Notices } from './notice.js';

/** ${title}: README.md says what it was written from. */
export const ${name}: ProviderFolder = {
  name: '${name}',
  title: '${title}',
  bank: null,
  // The abilities of each half. Null: the provider has no such half.
  capabilities: {
    inbound: {
      ...{ signature: 'NONE', confirmed: true },
      ...{ creditKey: 'not known yet', sender: 'MASKED' },
    },
    numbers: null,
    outward: null,
    refunds: null,
    statement: null,
    cards: null,
  },
  settings: ${name}Settings,
  untried: 'written from public documents, not yet tried against the provider',
  open,
};

function open(given: ProviderGiven): OpenProvider {
  const settings = read${title}Settings(given);
  return {
    bank: null, // bank.adapter.ts: a BankRail on an HttpCaller of settings.url
    cards: null,
    notices: new ${title}Notices(settings),
    confirm: null, // asks the provider about a credit, since its signature proves nothing of it
    checks: [],
  };
}
`;
}

function settingsFile(name: string, title: string): string {
  return `import type { ProviderGiven, ProviderSetting } from '../contract.js';
import { SettingReader } from '../setting-reader.js';

/**
 * The agreements of the provider with each client, and the points that its pages leave open or describe in two ways.
 */
export const ${name}Settings: readonly ProviderSetting[] = [
  { name: 'URL', isSecret: false, otherwise: null, about: 'address of its API' },
];

export interface ${title}Settings {
  readonly url: string;
}

/** @throws SettingsFault */
export function read${title}Settings({ values, simulatorUrl }: ProviderGiven): ${title}Settings {
  const simulated = simulatorUrl === null ? null : { URL: \`\${simulatorUrl}/${name}\` };
  const given = new SettingReader(${name}Settings, values, simulated);
  const settings = { url: given.url('URL') };
  given.refuse();
  return settings;
}
`;
}

function noticeFile(title: string): string {
  return `import type { NoticeAnswer, NoticeOutcome, NoticeRead, NoticeReader } from '../notice.js';
import type { ${title}Settings } from './settings.js';

/** Reads its notices, and answers in its words. */
export class ${title}Notices implements NoticeReader {
  constructor(private readonly settings: ${title}Settings) {}

  isGenuine(): boolean {
    return false; // its own signature, by every key that holds now
  }

  read(): NoticeRead {
    return { kind: 'UNREADABLE', why: 'not written yet' }; // parseLosslessObject, textField, parseNaira
  }

  answer(outcome: NoticeOutcome): NoticeAnswer {
    return { status: outcome === 'NOT_GENUINE' ? 401 : 200, body: {} };
  }
}
`;
}

function readmeFile(title: string): string {
  return `# ${title}

**Written from public documents, not yet tried against the provider.**

## Sources

Name each page, client and document, with the day on which you read it.

## Settings, and why

| setting | why it is one |
| --- | --- |
| \`URL\` | by contract |

## What it does wrong

Number what its pages and users tell of, with what plays it in the test server and the test that sees it.

## Never tried

All of it.
`;
}
