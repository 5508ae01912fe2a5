import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { returnLink } from '../../src/pages/payer/return-link.js';
import { blocksOf } from '../support/doc-blocks.js';
import { read } from './tree.js';

/** docs/checkout-page.md: the check of the address that a customer comes back to, in other languages. */

const page = 'docs/checkout-page.md';
const folder = mkdtempSync(join(tmpdir(), 'manilla-return-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = [...read(page).matchAll(/^\| (\w+) \| `([^`]+)` \|$/gm)];
const vector = Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value]));
const { returnSecret = '', paymentReference = '', status = '', time = '', signature = '' } = vector;
const now = Number(vector['now']);

type Case = readonly [what: string, genuine: boolean, values: readonly string[], now: number];
const values = [returnSecret, paymentReference, status, time, signature] as const;
const changed = (at: number, value: string) => values.map((each, i) => (i === at ? value : each));
const cases: readonly Case[] = [
  ['the published vector', true, values, now],
  ['an hour later', true, values, now + 3_600],
  ['more than an hour later', false, values, now + 3_601],
  ['another secret', false, changed(0, `${returnSecret}x`), now],
  ['another order', false, changed(1, 'ORD-1002'), now],
  ['another status', false, changed(2, 'CANCELLED'), now],
  ['another time', false, changed(3, '2026-11-20T14:15:01Z'), now],
  ['no signature', false, changed(4, ''), now],
  ['a signature with other letters', false, changed(4, 'é'.repeat(43)), now],
];

const runners = [
  {
    language: 'python',
    file: 'main.py',
    program: (snippet: string) => `${snippet}
import json, sys
for values, now in json.loads(sys.argv[1]):
    print("true" if is_genuine(*values, now=now) else "false")`,
    command: 'python3',
  },
  {
    language: 'php',
    file: 'main.php',
    program: (snippet: string) => `<?php
${snippet}
foreach (json_decode($argv[1], true) as [$values, $now]) {
    echo json_encode(is_genuine(...[...$values, $now])), "\\n";
}`,
    command: 'php',
  },
] as const;

describe('the check of the way back that docs/checkout-page.md gives', () => {
  it('is of what the engine signs', () => {
    const link = returnLink('https://shop.example.ng/', returnSecret, {
      ...{ paymentReference, status, at: new Date(time) },
    });
    expect(new URL(link).searchParams.get('signature')).toBe(signature);
    expect(Date.parse(time)).toBe(now * 1_000);
  });

  it.for(runners)('in $language', async ({ language, file, program, command }, { skip }) => {
    if (spawnSync('which', [command]).status !== 0 && language !== 'python') {
      console.warn(`${page}: the code in ${language} was NOT RUN: there is no ${command}`);
      skip(`there is no ${command}`);
    }
    const snippet = blocksOf(page).find((block) => block.language === language)?.text ?? '';
    writeFileSync(join(folder, file), program(snippet));
    const asked = JSON.stringify(cases.map(([, , given, at]) => [given, at]));
    const { stdout } = await promisify(execFile)(command, [join(folder, file), asked]);
    const answers = stdout.trim().split(/\s+/);
    const answered = cases.map(([what], i) => `${what}: ${answers[i]}`);
    expect(answered).toEqual(cases.map(([what, genuine]) => `${what}: ${genuine}`));
  });
});
