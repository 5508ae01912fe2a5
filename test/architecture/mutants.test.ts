import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from '../mutants/index.js';
import { plant } from '../mutants/mutant.js';
import { read, root } from './tree.js';

describe('the planted faults of npm run mutants', () => {
  it('have names of their own', () => {
    const names = mutants.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('fit the code as it is: a change of their place takes them along', () => {
    const stale = mutants.filter((mutant) => plant(mutant, read(mutant.file)) === undefined);
    expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  });

  it('are seen by a test that is there', () => {
    const files = mutants.map(({ seenBy }) => seenBy.file);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
