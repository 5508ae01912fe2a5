import { Listr, PRESET_TIMER } from 'listr2';

/** One thing that happens on the way up; `progress` takes its present activity. */
export interface Step {
  readonly title: string;
  readonly run: (progress: (line: string) => void) => Promise<unknown>;
}

/** Without a terminal every line stays on the screen, so they come less often. */
const lineEveryMs = process.stdout.isTTY ? 500 : 10_000;

/**
 * Runs the stages one after the other and the steps of a stage together, showing time and doing of each. When a step
 * fails, `breakOff` is called at once, so that the steps beside it need not be waited for.
 */
export async function runSteps(
  stages: readonly (readonly Step[])[],
  breakOff: () => Promise<void>,
): Promise<void> {
  for (const steps of stages) await runStage(steps, breakOff);
}

/** Throws the first failure; the steps beside it then fail for no reason of their own. */
async function runStage(steps: readonly Step[], breakOff: () => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const tasks = steps.map(({ title, run }) => ({
    title,
    task: async (_context: unknown, task: { output: string }) => {
      try {
        await withElapsed(run, (line) => (task.output = line));
      } catch (error) {
        failures.push(error);
        if (failures.length === 1) void breakOff();
        // The caller prints the sentence once, after the list.
        throw new Error(failures.length === 1 ? 'see below' : 'broken off', { cause: error });
      }
    },
  }));
  const list = new Listr(tasks, {
    concurrent: true,
    exitOnError: false,
    registerSignalListeners: false,
    fallbackRenderer: 'simple',
    fallbackRendererCondition: () => process.stdout.isTTY !== true,
    rendererOptions: { timer: PRESET_TIMER, collapseErrors: false },
    fallbackRendererOptions: { timer: PRESET_TIMER },
  });
  await list.run();
  if (failures.length > 0) throw failures[0];
}

/** Repeats the step's latest line with the seconds it has taken, so that a long step is seen to live. */
async function withElapsed(run: Step['run'], show: (line: string) => void): Promise<void> {
  const started = performance.now();
  let latest = '';
  const ticker = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    show(`${seconds} s${latest === '' ? '' : ` · ${latest}`}`);
  }, lineEveryMs);
  try {
    await run((line) => (latest = line));
  } finally {
    clearInterval(ticker);
  }
}
