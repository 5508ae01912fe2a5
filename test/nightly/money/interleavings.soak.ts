import { afterAll, beforeAll, expect, test } from 'vitest';
import { planCase } from '../../support/soak-plan.js';
import { Random, soakNumber } from '../../support/soak-random.js';
import { readBooks } from './soak-books.js';
import { SoakCase } from './soak-case.js';
import { assertWorld } from './soak-check.js';
import { balances, decideHeld, replayAll, untilQuiet } from './soak-settle.js';
import { SoakWorld, together } from './soak-world.js';

const count = soakNumber('N', 200);
const seed = soakNumber('SEED', 20_261_121);
/** One case alone, by its number; -1 is all of them. */
const only = soakNumber('CASE', -1);
const atOnce = 48;
const limitMs = 200_000 + count * 700;

let world: SoakWorld;
beforeAll(async () => {
  world = await SoakWorld.start();
});
afterAll(() => world[Symbol.asyncDispose]());

/** How many cases begin between two deaths; none comes among the last cases, which need time to come to rest. */
const casesPerDeath = 70;

/** Programs die and come back while the cases run. */
function disturber(cases: number): { begun: () => void; end: () => Promise<void> } {
  const random = new Random(seed);
  let dying: Promise<void> = Promise.resolve();
  let begun = 0;
  const die = async (): Promise<void> => {
    const name = random.chance(0.6) ? 'worker' : 'api';
    if (random.chance(0.7)) await world.manilla.kill(name);
    await world.manilla.restart(name);
  };
  return {
    begun: () => {
      begun += 1;
      if (begun % casesPerDeath === 0 && begun < cases * 0.8) dying = dying.then(die);
    },
    end: () => dying,
  };
}

test(
  `whatever payers, merchants, operators and clocks do, and whenever programs die: ${count} random cases keep the books`,
  async () => {
    const cases = Array.from(
      { length: count },
      (_, n) => new SoakCase(planCase(seed, n), world),
    ).filter(({ plan }) => only < 0 || plan.n === only);
    console.log(`seed ${seed}: ${cases.length} random cases`);
    const dying = disturber(cases.length);
    const started = Date.now();
    await together(cases, atOnce, (each) => {
      dying.begun();
      return each.run();
    });
    const ranMs = Date.now() - started;
    await dying.end();
    await untilQuiet(world, cases);
    await decideHeld(world, cases);
    await untilQuiet(world, cases);
    assertWorld(await readBooks(world, cases));

    console.log(`${cases.length} cases in ${ranMs} ms, at rest after ${Date.now() - started} ms`);

    const before = await balances(world);
    await replayAll(world, cases);
    await untilQuiet(world, cases);
    expect(await balances(world), `all told again moves nothing (seed ${seed})`).toEqual(before);
    assertWorld(await readBooks(world, cases));
  },
  limitMs,
);
