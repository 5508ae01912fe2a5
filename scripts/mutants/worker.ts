import { join } from 'node:path';
import type { Mutant } from '../../test/mutants/mutant.ts';
import { projectRoot } from '../stack/layout.ts';
import { CompiledFault } from './compiled-fault.ts';
import { type OwnPlace, ownPlace, type RunningServers } from './servers.ts';
import { runTests, type TestRun } from './test-run.ts';
import { judge, type Judged } from './verdict.ts';
import { WorkingCopy } from './working-copy.ts';

/** Longer than any single test takes; whoever hangs on is ended. */
const oneTimeoutMs = 300_000;
const allTimeoutMs = 1_800_000;

/** A copy of the tree in which one mutant after another is planted, beside other workers that do the same. */
export class Worker {
  readonly #copy = new WorkingCopy();
  readonly #compiled = new CompiledFault(this.#copy.folder);
  readonly #place: OwnPlace | undefined;
  readonly #signal: AbortSignal;

  constructor(servers: RunningServers | undefined, signal: AbortSignal) {
    this.#place = servers === undefined ? undefined : ownPlace(servers);
    this.#signal = signal;
  }

  /** The tests of the mutants, without any fault. */
  runClean(mutants: readonly Mutant[]): Promise<TestRun> {
    return this.#run(mutants, { bail: false, isBuilt: false });
  }

  /** Plants it, runs its test, and takes it out again. */
  async judge(mutant: Mutant): Promise<Judged> {
    const takeOut = this.#copy.plant(mutant);
    if (takeOut === undefined) {
      return { verdict: 'stale', why: `what it replaces does not stand once in ${mutant.file}` };
    }
    const takeOutOfDist = this.#compiled.bringIn(mutant.file);
    const isBuilt = takeOutOfDist !== undefined;
    try {
      return judge(await this.#run([mutant], { bail: true, isBuilt }));
    } finally {
      takeOut();
      if (isBuilt) takeOutOfDist();
      else this.#compiled.restoreFrom(join(projectRoot, 'dist'));
    }
  }

  remove(): void {
    this.#copy.remove();
    this.#place?.remove();
  }

  async #run(
    planted: readonly Mutant[],
    { bail, isBuilt }: { readonly bail: boolean; readonly isBuilt: boolean },
  ): Promise<TestRun> {
    const seen = planted.map(({ seenBy }) => seenBy);
    const ran = await runTests({
      folder: this.#copy.folder,
      files: seen.map(({ file }) => file),
      tests: seen.map(({ test }) => test),
      env: { ...this.#place?.env, ...(isBuilt ? { MANILLA_TEST_DIST: 'built' } : {}) },
      bail,
      timeoutMs: bail ? oneTimeoutMs : allTimeoutMs,
      signal: this.#signal,
    });
    await this.#place?.endPrograms();
    return ran;
  }
}
