import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessStarter } from '../../../../scripts/stack/processes.ts';
import { buildFolder, resolveTemporal } from '../../../../scripts/stack/temporal-binaries.ts';
import { describeChoice, newcomersWays } from '../../../../scripts/stack/temporal-choice.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'manilla-temporal-'));
  mkdirSync(join(home, 'bin'));
  // No Go, and no CLI but the one that a test puts there.
  vi.stubEnv('PATH', join(home, 'bin'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

function cliOnThePath(server: string): void {
  const program = join(home, 'bin', 'temporal');
  writeFileSync(
    program,
    `#!/bin/sh\necho 'temporal version 1.9.0 (Server ${server}, UI 2.50.0)'\n`,
  );
  chmodSync(program, 0o755);
}

function builtBefore(way?: 'build' | 'stock'): void {
  const folder = buildFolder({ XDG_CACHE_HOME: home }, way);
  mkdirSync(folder, { recursive: true });
  for (const name of ['server', 'sql-tool', 'ui']) {
    writeFileSync(join(folder, `temporal-${name}`), '');
  }
}

const choose = (wish: NodeJS.ProcessEnv = {}) => {
  const starter = new ProcessStarter(join(home, 'logs'), join(home, 'processes.json'));
  return resolveTemporal({ XDG_CACHE_HOME: home, ...wish }, starter, () => {}, newcomersWays);
};

describe('the Temporal server of npm start', () => {
  it('is the one that runs already, before any other', async () => {
    builtBefore();
    const source = await choose({ TEMPORAL_ADDRESS: 'temporal:7233' });
    expect(source).toEqual({ kind: 'running', address: 'temporal:7233' });
  });

  it('is the one that an earlier start has built, before a CLI', async () => {
    builtBefore();
    cliOnThePath('1.32.0');
    const source = await choose();
    expect(source).toMatchObject({ kind: 'binaries', isNew: false });
    expect(describeChoice(source)).toMatch(/^built by an earlier start; MANILLA_TEMPORAL=cli /);
  });

  it('is the CLI on the PATH when none is built, or when it is asked for', async () => {
    cliOnThePath('1.32.0');
    const source = await choose();
    expect(source).toEqual({ kind: 'cli', program: 'temporal' });
    expect(describeChoice(source)).toMatch(/^the CLI on your PATH; MANILLA_TEMPORAL=build /);
    builtBefore();
    expect(await choose({ MANILLA_TEMPORAL: 'cli' })).toEqual(source);
  });

  it('is built or refused when a build is asked for, never the CLI', async () => {
    cliOnThePath('1.32.0');
    await expect(choose({ MANILLA_TEMPORAL: 'build' })).rejects.toThrow(/needs Go/);
  });

  it('is the released one when that is asked for, and never the tuned one', async () => {
    builtBefore();
    await expect(choose({ MANILLA_TEMPORAL: 'stock' })).rejects.toThrow(/needs Go/);
    builtBefore('stock');
    const source = await choose({ MANILLA_TEMPORAL: 'stock' });
    expect(source).toMatchObject({ kind: 'binaries', isStock: true });
    expect(await choose()).toMatchObject({ kind: 'binaries', isStock: false });
  });

  it('cannot be asked for by a word that means nothing', async () => {
    await expect(choose({ MANILLA_TEMPORAL: 'docker' })).rejects.toThrow(/build .* stock .* cli/);
  });
});
