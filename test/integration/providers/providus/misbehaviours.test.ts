import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../scripts/stack/layout.ts';
import { misbehaviours } from '../../../../src/providers/simulator/server/providus/misbehaviours.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const tests: Readonly<Record<string, string>> = {
  edge: read('test/edge/providers/providus.test.ts'),
  bank: read('test/integration/providers/providus/bank.adapter.test.ts'),
  suite: read('test/integration/providers/conformance/bank-rail.ts'),
};
const rows = read('src/providers/providus/README.md')
  .split('\n')
  .flatMap((line) => {
    const [, number, , by = '', seen = ''] =
      /^\| (\d+) \| (.+?) \| ([^|]+?) \| ([^|]+?) \|$/.exec(line) ?? [];
    const [where = '', title = ''] = seen.split(/: (.*)/s);
    return number === undefined ? [] : [{ number: Number(number), by, where, title }];
  });
const names = Object.keys(misbehaviours);
const switches = (by: string): string[] =>
  by.split(', ').filter((each) => /^[A-Z0-9_]+$/.test(each));

describe('the table of what the bank does wrong', () => {
  it('has the 23 rows of its fact sheet', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 23 }, (_, n) => n + 1));
  });

  it.each(rows)('row $number names what the server can play, and a test that plays it', (row) => {
    const { by, where, title } = row;
    for (const name of switches(by)) {
      expect(names).toContain(name);
      expect(tests[where], `${where} plays ${name}`).toContain(`'${name}'`);
    }
    const code = /^answer (\d+)/.exec(by)?.[1];
    if (code !== undefined) expect(tests['bank'] + (tests['edge'] ?? '')).toContain(`'${code}'`);
    expect(tests[where], `${where} has the test`).toContain(title);
  });
});
