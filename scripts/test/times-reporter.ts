import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { noteTiming } from './phases.ts';
import { knownTestTimes, secondsByTest, testTimesFile } from './test-times.ts';

/**
 * Remembers how long each test file took, by which `npm test -- --changed` chooses, and tells of all times when they are
 * asked for.
 */
export default class TimesReporter implements Reporter {
  readonly #seconds = new Map<string, number>();
  readonly #projects = new Map<string, { beganAtMs: number; endedAtMs: number }>();
  #startedAtMs = Date.now();

  onTestRunStart(): void {
    this.#startedAtMs = Date.now();
  }

  onTestModuleQueued(module: TestModule): void {
    const { name } = module.project;
    if (!this.#projects.has(name)) {
      this.#projects.set(name, { beganAtMs: Date.now(), endedAtMs: Date.now() });
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const { relativeModuleId: file, project } = module;
    const endedAtMs = Date.now();
    const times = module.diagnostic();
    const loadMs =
      times.prepareDuration +
      times.environmentSetupDuration +
      times.setupDuration +
      times.collectDuration;
    const wallMs = loadMs + times.duration;
    const { processorTime } = module.meta();
    const tests = [...module.children.allTests()].length;
    this.#seconds.set(file, wallMs / 1_000);
    const spent = this.#projects.get(project.name);
    if (spent !== undefined) spent.endedAtMs = endedAtMs;
    noteTiming({
      ...{ file, project: project.name, beganAtMs: endedAtMs - wallMs, wallMs, loadMs, tests },
      cpuMs: processorTime?.ownMs,
      programsCpuMs: processorTime?.programsMs,
    });
  }

  onTestRunEnd(): void {
    const phases = [...this.#projects].map(([name, { beganAtMs, endedAtMs }]) => ({
      phase: `tests: ${name}`,
      beganAtMs,
      wallMs: endedAtMs - beganAtMs,
    }));
    for (const phase of phases) noteTiming(phase);
    const first = Math.min(Date.now(), ...phases.map(({ beganAtMs }) => beganAtMs));
    noteTiming({
      phase: 'vitest: configuration and set-up',
      beganAtMs: this.#startedAtMs,
      wallMs: first - this.#startedAtMs,
    });
    this.#remember();
  }

  /** Beside other work everything takes longer: of that only a part is believed, and more if it stays so. */
  #remember(): void {
    const times = knownTestTimes();
    const expected = secondsByTest({ ...times });
    for (const [file, seconds] of this.#seconds) {
      times[file] = Math.min(seconds, expected(file) * 1.3);
    }
    mkdirSync(dirname(testTimesFile), { recursive: true });
    writeFileSync(`${testTimesFile}.new`, `${JSON.stringify(times, null, 1)}\n`);
    renameSync(`${testTimesFile}.new`, testTimesFile);
  }
}
