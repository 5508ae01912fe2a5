import { setTimeout as sleep } from 'node:timers/promises';

/** One request; throws when its reply is not what it should be. */
export type Call = () => Promise<void>;

export interface Load {
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  readonly seconds: number;
}

/** So many clients, each of which asks again as soon as it is answered. */
export async function atFullRate(call: Call, clients: number, seconds: number): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1_000;
  const client = async (): Promise<void> => {
    for (let asked = started; asked < until;) {
      asked = performance.now();
      await call();
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, seconds: (performance.now() - started) / 1_000 };
}

/**
 * So many requests per second, whatever the answers do. A request's time counts from when it was to be made, so that one which
 * has to wait for others is as slow as its caller would find it.
 */
export async function atRate(call: Call, perSecond: number, seconds: number): Promise<Load> {
  const times: number[] = [];
  const failures: unknown[] = [];
  const calls: Promise<void>[] = [];
  const total = Math.floor(perSecond * seconds);
  const started = performance.now();
  while (calls.length < total && failures.length === 0) {
    const due = Math.min(total, ((performance.now() - started) / 1_000) * perSecond);
    while (calls.length < due) {
      const asked = started + (calls.length / perSecond) * 1_000;
      const answered = call().then(() => void times.push(performance.now() - asked));
      calls.push(answered.catch((error: unknown) => void failures.push(error)));
    }
    await sleep(1);
  }
  await Promise.all(calls);
  if (failures.length > 0) throw failures[0];
  return { times, seconds: (performance.now() - started) / 1_000 };
}
