import { execFile } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatNaira } from '../../src/domain/money.ts';
import { tools, type ClientGenerator, type ToolName } from './generators.ts';
import { amountsMinor, missingLines } from './receipt.ts';

const run = promisify(execFile);
/** The longest step is a first build, which fetches its libraries. */
const timeoutMs = 900_000;

/** The result for one generator's client. */
export interface Outcome {
  readonly generator: ClientGenerator;
  readonly isCompiled: boolean;
  readonly paidMinor: readonly bigint[];
  /** The fault, in words for people; undefined when there was none. */
  readonly fault: string | undefined;
  readonly seconds: number;
}

/** Returns the tools that the machine lacks, each with a sentence that says what to install. */
export async function missingTools(
  names: readonly ToolName[],
): Promise<ReadonlyMap<ToolName, string>> {
  const asked = names.map(async (name) => {
    const { proof, install } = tools[name];
    const isThere = await execute(proof, '.', {}).then(
      () => true,
      () => false,
    );
    return isThere ? [] : [[name, `"${proof}" fails: install ${install}`] as const];
  });
  return new Map((await Promise.all(asked)).flat());
}

/** Makes the client in a folder of `place`, compiles it and takes the payments. @param say is told each step */
export async function tryOut(
  generator: ClientGenerator,
  place: string,
  env: Readonly<Record<string, string>>,
  say: (step: string) => void,
): Promise<Outcome> {
  const started = performance.now();
  const home = join(place, generator.name);
  mkdirSync(home);
  cpSync(join(import.meta.dirname, generator.name), join(home, 'pay'), { recursive: true });
  let isCompiled = false;
  const outcome = (paidMinor: readonly bigint[], fault?: string): Outcome => {
    const seconds = (performance.now() - started) / 1_000;
    return { generator, isCompiled, paidMinor, fault, seconds };
  };
  try {
    say('generating');
    for (const command of generator.generate) await execute(command, home, {});
    say('compiling');
    for (const command of generator.compile) await execute(command, home, {});
    isCompiled = true;
    say('paying');
    const printed = await execute(generator.pay, home, env);
    const missing = amountsMinor.flatMap((amount) => missingLines(printed, amount));
    const paid = amountsMinor.filter((amount) => missingLines(printed, amount).length === 0);
    if (missing.length === 0) return outcome(paid);
    return outcome(paid, `it printed no "${missing.join('", "')}", but:\n${printed}`);
  } catch (error) {
    return outcome([], error instanceof Error ? error.message : String(error));
  }
}

/** @returns the command's output; an Error with the command and all of its output when it fails */
export async function execute(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const [program = '', ...args] = command.split(' ');
  const options = { cwd: folder, env: { ...process.env, ...env }, timeout: timeoutMs };
  try {
    return (await run(program, args, { ...options, maxBuffer: 64 * 1_024 * 1_024 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
    throw new Error(`"${command}" fails:\n${(stdout + stderr).trim() || message}`, {
      cause: error,
    });
  }
}

/** Prints one line for each generator. */
export function showOutcomes(outcomes: readonly Outcome[]): void {
  const mark = (isDone: boolean): string => (isDone ? 'yes' : 'NO');
  const rows = outcomes.map(({ generator: { generator, language }, ...outcome }) => ({
    ...{ generator, language, compiled: mark(outcome.isCompiled) },
    ...Object.fromEntries(
      amountsMinor.map((amount) => [formatNaira(amount), mark(outcome.paidMinor.includes(amount))]),
    ),
    'took (s)': Math.round(outcome.seconds),
  }));
  console.table(rows);
}
