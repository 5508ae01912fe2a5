import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { claimPort, claimsFolder } from '../../../../scripts/stack/port-claims.ts';

/** Outside of what is looked through for free ports. */
const port = 40_000 + (process.pid % 20_000);
const file = join(claimsFolder, String(port));
afterEach(() => rmSync(file, { force: true }));

it('gives a port to one of those who look for it', () => {
  expect(claimPort(port)).toBe(true);
  expect(claimPort(port)).toBe(false);
});

it('gives a port away that is held by another process, once that has ended', () => {
  expect(claimPort(port)).toBe(true);
  writeFileSync(file, String(process.ppid));
  expect(claimPort(port)).toBe(false);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(file, String(pid));
  expect(claimPort(port)).toBe(true);
});
