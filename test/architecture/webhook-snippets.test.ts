import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../src/notify/delivery/signer.js';
import { webhookSecretKey } from '../../src/notify/delivery/webhook-secret.js';
import { blocksOf } from '../support/doc-blocks.js';
import { drawsWholeSamples } from '../support/model-play.js';
import { read } from './tree.js';
import { snippetRunners, type SnippetRunner } from './webhook-snippets.js';

/** docs/webhooks.md: the check of a signature in six languages, each given the same requests. */

const page = 'docs/webhooks.md';
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'manilla-snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ReceivedCase {
  readonly what: string;
  readonly genuine: boolean;
  readonly secret: string;
  readonly headers: Partial<ReturnType<typeof signatureHeaders>>;
  readonly body: string;
  readonly now: number;
}

/** The table of the page. */
function publishedVector() {
  const rows = read(page).matchAll(/^\| `?([\w-]+)`? \| `([^`]+)` \|$/gm);
  const cells = Object.fromEntries([...rows].map(([, name = '', value = '']) => [name, value]));
  const { secret = '', body = '', now = '' } = cells;
  const [id = '', timestamp = ''] = ['webhook-id', 'webhook-timestamp'].map((name) => cells[name]);
  return { cells, secret, body, id, timestamp: Number(timestamp), now: Number(now) };
}

function receivedCases(): readonly ReceivedCase[] {
  const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
  const [secret, former, other] = [secretOf(1), secretOf(2), secretOf(3)];
  const body = '{"id":"evt_1","name":"Adébáyọ̀ ₦"}';
  const now = 1_795_132_800;
  const headers = signed({ secret, former, body, at: now });
  const genuine = { what: 'a genuine request', genuine: true, secret, headers, body, now };
  const refused = { ...genuine, genuine: false };
  const { 'webhook-signature': _signature, ...unsigned } = headers;
  const vector = publishedVector();
  return [
    genuine,
    { ...genuine, what: 'one for the secret that was replaced', secret: former },
    { ...genuine, what: 'one that took five minutes', now: now + 300 },
    { ...refused, what: 'a wrong secret', secret: other },
    { ...refused, what: 'a changed body', body: `${body} ` },
    { ...refused, what: 'a changed id', headers: { ...headers, 'webhook-id': 'evt_2' } },
    { ...refused, what: 'an old one', now: now + 301 },
    { ...refused, what: 'one from the future', now: now - 301 },
    { ...refused, what: 'no time', headers: { ...headers, 'webhook-timestamp': 'soon' } },
    { ...refused, what: 'no signature', headers: unsigned },
    {
      ...refused,
      what: 'a signature with other letters',
      headers: { ...headers, 'webhook-signature': `v1,${'é'.repeat(44)}` },
    },
    {
      ...refused,
      what: 'an endless time',
      headers: { ...headers, 'webhook-timestamp': '9'.repeat(5_000) },
    },
    {
      ...refused,
      // Its distance from now is the one number of 64 bits that has no positive counterpart.
      what: 'a time whose distance overflows',
      headers: { ...headers, 'webhook-timestamp': String(BigInt(now) - 2n ** 63n) },
    },
    {
      ...genuine,
      ...{ what: 'the published vector', secret: vector.secret, body: vector.body },
      ...{ headers: vector.cells, now: vector.now },
    },
  ];
}

function signed(of: { secret: string; former: string; body: string; at: number }) {
  const message = { id: 'evt_1', timestamp: of.at, body: of.body };
  return signatureHeaders(keyOf(of.secret), message, [keyOf(of.former)]);
}

function keyOf(secret: string): Buffer {
  return webhookSecretKey(secret) ?? expect.fail(`${secret} is no secret`);
}

/** A line for each case, as the programs of webhook-snippets.ts read them. */
function toLine({ secret, headers, body, now }: ReceivedCase): string {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  const values = names.map((name) => headers[name] ?? '');
  return [secret, ...values, Buffer.from(body).toString('base64'), String(now)].join('\t');
}

async function answersOf(runner: SnippetRunner, snippet: string, cases: readonly ReceivedCase[]) {
  const home = join(folder, runner.language);
  for (const [name, text] of Object.entries(runner.files(snippet))) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  writeFileSync(join(home, 'cases'), cases.map((each) => `${toLine(each)}\n`).join(''));
  let output = '';
  for (const [command = '', ...args] of runner.commands) {
    ({ stdout: output } = await run(command, args, { cwd: home, env: runner.env }));
  }
  return output.trim().split(/\s+/);
}

describe.concurrent('the check of a webhook that docs/webhooks.md gives', () => {
  const cases = receivedCases();
  // To compile the others takes longer than all else of this level; `npm run nightly` runs them too.
  const runners = snippetRunners.filter(
    ({ isEveryday }) => isEveryday === true || drawsWholeSamples,
  );

  it.for(runners)(
    'in $name accepts what is genuine, and nothing else',
    async (runner, { skip }) => {
      const [snippet, ...more] = blocksOf(page).filter(
        ({ language }) => language === runner.language,
      );
      if (snippet === undefined) throw new Error(`${page} has no code in ${runner.name}`);
      expect(more).toEqual([]);
      const missing = runner.needs.filter((tool) => spawnSync('which', [tool]).status !== 0);
      if (missing.length > 0 && runner.isEveryday !== true) {
        const reason = `the code in ${runner.name} was NOT RUN: there is no ${missing[0]}`;
        console.warn(`${page}: ${reason}`);
        skip(reason);
      }
      const answers = await answersOf(runner, snippet.text, cases);
      const answered = cases.map(({ what }, i) => `${what}: ${answers[i]?.toLowerCase()}`);
      expect(answered).toEqual(cases.map(({ what, genuine }) => `${what}: ${genuine}`));
    },
  );
});

describe('the vector of docs/webhooks.md', () => {
  it('is what the engine signs', () => {
    const { cells, secret, body, id, timestamp } = publishedVector();
    expect(cells).toMatchObject(signatureHeaders(keyOf(secret), { id, timestamp, body }));
  });
});
