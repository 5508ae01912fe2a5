/**
 * `npm run check:providers`: the conformance suites over every folder of src/providers, and a table of what each has and how it went.
 * The servers that the tests need are started as for `npm test`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './stack/build.ts';
import { projectRoot } from './stack/layout.ts';

type Registry = typeof import('../src/providers/registry.ts');
type Groups = typeof import('../src/providers/simulator/server/groups.ts');

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const folders = ['unit', 'integration', 'edge'].map((kind) => `test/${kind}/providers`);

await ensureBuilt(() => undefined);
const { providerFolders } = await built<Registry>('providers/registry.js');
const { groups } = await built<Groups>('providers/simulator/server/groups.js');
const { report, isGreen: allPassed } = await tested();
const all = report.testResults.flatMap((file) =>
  file.assertionResults.map((each) => ({ ...each, file: file.name })),
);
const rows = providerFolders.map(({ name, capabilities }) => {
  // Its own tests, and what the suite of all folders says of it.
  const results = all.filter(
    ({ file, fullName }) => file.includes(name) || fullName.startsWith(`the folder ${name} `),
  );
  const failed = results.filter(({ status }) => status === 'failed').length;
  const passed = results.filter(({ status }) => status === 'passed').length;
  const halves = Object.entries(capabilities).map(([half, can]) => [
    half,
    can === null ? '' : 'yes',
  ]);
  return {
    provider: name,
    ...(Object.fromEntries(halves) as Readonly<Record<keyof typeof capabilities, string>>),
    misbehaviours: playedBy(name),
    passed,
    failed,
    green: passed > 0 && failed === 0 ? 'yes' : 'NO',
  };
});
console.table(rows);
// What several share (amounts, the callers, the intake of notices) is a fault of each.
const isGreen = allPassed && rows.every(({ green }) => green === 'yes');
if (!isGreen) console.error('A provider is red, or has no tests, or what they share is red.');
process.exitCode = isGreen ? 0 : 1;

function built<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(projectRoot, 'dist/src', path)).href) as Promise<Module>;
}

/** The answers that every rule can give, and those that only this provider's test server has names for. */
function playedBy(provider: string): number {
  const general = 5;
  const own = groups.filter(({ operations }) =>
    operations.some((operation) => operation.startsWith(`${provider}.`)),
  );
  return general + own.flatMap(({ misbehaviours = {} }) => Object.keys(misbehaviours)).length;
}

async function tested(): Promise<{ report: Report; isGreen: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'providers-'));
  const file = join(folder, 'report.json');
  const projects = ['unit', 'integration', 'edge'].flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`];
  const vitest = join(projectRoot, 'node_modules/.bin/vitest');
  const run = spawn(vitest, ['run', ...projects, ...reporters, ...folders], {
    ...{ cwd: projectRoot, stdio: ['ignore', 2, 2] },
  });
  const code = await new Promise((resolve) => run.once('exit', resolve));
  try {
    return { report: JSON.parse(readFileSync(file, 'utf8')) as Report, isGreen: code === 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
