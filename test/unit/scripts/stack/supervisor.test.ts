import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../../../scripts/stack/problem.ts';
import type { StackPart } from '../../../../scripts/stack/stack.ts';
import { Supervisor } from '../../../../scripts/stack/supervisor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stack whose parts fail to start as often as told. */
function supervised(failures: Partial<Record<StackPart, number>>) {
  const left = { ...failures };
  const started: string[] = [];
  const gaveUp: string[] = [];
  const supervisor = new Supervisor(
    () => {},
    (sentence) => {
      gaveUp.push(sentence);
      supervisor.stop();
    },
  );
  supervisor.watch({
    start: async (part) => {
      left[part] = (left[part] ?? 0) - 1;
      if (left[part] >= 0) throw new Problem(`${part} stopped while starting`);
      started.push(part);
    },
  });
  return { supervisor, started, gaveUp };
}

it('tries again when a part ends while it is being started', async () => {
  const { supervisor, started, gaveUp } = supervised({ temporal: 4 });
  void supervisor.onUnexpectedEnd('temporal', 'signal SIGKILL');
  await vi.advanceTimersByTimeAsync(1_000);
  expect({ started, gaveUp }).toEqual({ started: [], gaveUp: [] });
  await vi.advanceTimersByTimeAsync(30_000);
  expect({ started, gaveUp }).toEqual({ started: ['temporal'], gaveUp: [] });
});

it('starts PostgreSQL before what ended with it', async () => {
  const { supervisor, started } = supervised({ postgres: 2 });
  void supervisor.onUnexpectedEnd('temporal', 'exit code 1');
  void supervisor.onUnexpectedEnd('postgres', 'signal SIGKILL');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(started).toEqual(['postgres', 'temporal']);
});

it('gives up after five tries, and says why the last one failed', async () => {
  const { supervisor, gaveUp } = supervised({ api: 99 });
  void supervisor.onUnexpectedEnd('api', 'exit code 1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gaveUp).toEqual(['api stopped while starting']);
});

it('gives up on a part that starts and ends again and again', async () => {
  const { supervisor, started, gaveUp } = supervised({});
  for (let ends = 0; ends < 6; ends += 1) {
    void supervisor.onUnexpectedEnd('worker', 'exit code 1');
    await vi.advanceTimersByTimeAsync(9_000);
  }
  expect(started).toHaveLength(5);
  expect(gaveUp).toEqual(['worker keeps ending (exit code 1); see its log.']);
});
