import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { versionName } from '../../../../src/platform/config/fields.js';
import { versionOptions, workerVersion } from '../../../../src/platform/temporal/worker-version.js';

const folder = mkdtempSync(join(tmpdir(), 'manilla-version-'));
afterAll(() => rmSync(folder, { recursive: true }));

function bundleOf(text: string): string {
  const file = join(folder, `${text}.js`);
  writeFileSync(file, text);
  return file;
}
const settings = {
  workerDeployment: 'manilla',
  workerBuildId: null,
  workflowBundle: bundleOf('one'),
};

test('without a deployment workers have no version, whatever the build', () => {
  const none = { ...settings, workerDeployment: null, workerBuildId: 'b1', workflowBundle: 'away' };
  expect(workerVersion(none)).toBeNull();
  expect(versionOptions(null)).toEqual({});
});

test('the version is the digest of the workflow code, unless the settings name it', () => {
  const version = workerVersion(settings);
  // printf one | sha256sum
  expect(version).toEqual({ deploymentName: 'manilla', buildId: '7692c3ad3540' });
  expect(workerVersion({ ...settings, workflowBundle: bundleOf('two') })).not.toEqual(version);
  expect(workerVersion({ ...settings, workerBuildId: 'r7' })?.buildId).toBe('r7');
  expect(versionOptions(version)).toMatchObject({
    workerDeploymentOptions: { useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' },
  });
});

test.each(['a.b', 'a:b', '', '-a', 'a b', 'a'.repeat(64)])('"%s" names no version', (name) => {
  expect(versionName.safeParse(name).success).toBe(false);
});
