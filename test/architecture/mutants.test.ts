import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from '../mutants/index.js';
import { type Mutant, plant } from '../mutants/mutant.js';
import { mayHaveTest } from './test-titles.js';
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
    const isThere = ({ seenBy: { file, test } }: Mutant): boolean =>
      existsSync(join(root, file)) && mayHaveTest(file, test);
    const lost = mutants.filter((mutant) => !isThere(mutant));
    expect(lost.map(({ name, seenBy }) => `${name}: ${seenBy.file}: ${seenBy.test}`)).toEqual([]);
  });
});
