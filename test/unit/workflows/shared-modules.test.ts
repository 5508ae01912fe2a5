import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Modules that all workflows of a thread share (`preloadModules` of scripts/stack/workflow-bundle.ts). */
const shared = ['workflows', 'src/domain'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

/** What could carry something from one workflow to another: a variable, or a collection that may be written to. */
const state =
  /^(?:export )?(?:(?:let|var) .*|const \w+(?!.*Readonly).* = new (?:Map|Set|WeakMap|WeakSet|Array)\b.*)$/gm;

test.each(shared)('%s holds no state of its own', (file) => {
  expect(readFileSync(join(root, file), 'utf8').match(state)).toBeNull();
});
