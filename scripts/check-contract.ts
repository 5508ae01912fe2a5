/** `npm run check:contract`: the document's rules, then many odd requests to every operation that it names. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';

const runs = process.argv[2] ?? '1000';
const tests = ['edge/open-api', 'edge/bad-input', 'edge/fuzz'].map(
  (name) => `test/${name}.test.ts`,
);

const ok =
  (await passes([join('scripts', 'lint-open-api.ts')])) &&
  (await passes([join('scripts', 'test.mjs'), ...tests, '--testTimeout=3600000']));
process.exitCode = ok ? 0 : 1;

function passes(args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, MANILLA_FUZZ_RUNS: runs };
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
