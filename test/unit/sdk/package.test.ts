import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/stack/layout.ts';

const folder = mkdtempSync(join(tmpdir(), 'manilla-pack-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the SDK is packed when it is built, and not without', () => {
  cpSync(join(projectRoot, 'sdk/package.json'), join(folder, 'package.json'));
  const pack = () => spawnSync('npm', ['pack', '--dry-run'], { cwd: folder, encoding: 'utf8' });
  const empty = pack();
  expect(empty.status).not.toBe(0);
  expect(empty.stderr).toContain('The SDK is not built: run npm run build');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/index.mjs'), '');
  expect(pack().status).toBe(0);
});
