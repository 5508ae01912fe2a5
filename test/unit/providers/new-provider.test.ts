import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/stack/layout.ts';
import { keySetOf } from '../../../src/platform/config/key-set.js';
import { newProvider } from '../../../src/programs/cli/provider-template.js';
import type { ProviderFolder } from '../../../src/providers/contract.js';

const root = mkdtempSync(join(tmpdir(), 'new-provider-'));
afterAll(() => rmSync(root, { recursive: true }));

it('a new folder compiles, opens, says what it has, and has the parts of its page', async () => {
  expect(newProvider('mybank', root)).toContain('registry.ts');
  const folder = join(root, 'mybank');
  expect(readdirSync(folder).toSorted()).toEqual([
    ...['README.md', 'notice.ts', 'provider.ts', 'settings.ts'],
  ]);
  // It lies elsewhere than among the providers, so that nobody meets it there.
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.ts'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const around = join(projectRoot, 'src/providers');
    writeFileSync(join(folder, name), text.replaceAll("from '../", `from '${around}/`));
  }
  const module = (await import(pathToFileURL(join(folder, 'provider.ts')).href)) as {
    readonly mybank: ProviderFolder;
  };
  const { mybank } = module;
  const given = {
    ...{ values: new Map(), timeoutMs: 100, connections: 1, callsPerSecond: 1 },
    hookKeys: keySetOf('hooks', [Buffer.alloc(32, 1)]),
  };
  const { notices } = mybank.open({ ...given, simulatorUrl: 'http://127.0.0.1:9' });
  const raw = { headers: {}, body: Buffer.from('{}'), part: null };
  expect([notices?.isGenuine(raw), notices?.read(raw).kind]).toEqual([false, 'UNREADABLE']);
  expect(() => mybank.open({ ...given, simulatorUrl: null })).toThrow(/^URL: is not set/);
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const part of ['## Sources', '## Settings, and why', '## Never tried', '`URL`']) {
    expect(page).toContain(part);
  }
});

it.each(['My Bank', '../bank', 'b', 'mybank'])('%s is no name for a new folder', (name) => {
  expect(() => newProvider(name, root)).toThrow();
});
