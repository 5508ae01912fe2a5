import { afterAll, beforeAll } from 'vitest';
import { ScenarioWorld } from './scenario-world.js';

let shared: Promise<ScenarioWorld> | undefined;
let users = 0;

/**
 * One stack for all groups of a test file: starting it costs more than what most of them do with it. `prepare` runs
 * before the first test of the file.
 */
export function useWorld(prepare: (world: ScenarioWorld) => void | Promise<void>): void {
  users += 1;
  beforeAll(async () => prepare(await (shared ??= ScenarioWorld.start())));
  afterAll(async () => {
    users -= 1;
    if (users > 0) return;
    const ended = await shared;
    // The next file of this process starts its own.
    shared = undefined;
    await ended?.stop();
  });
}
