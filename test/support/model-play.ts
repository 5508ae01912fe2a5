import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';

/** One thing that may happen, by the name that a failure tells it by. */
export class Act<Player> {
  constructor(
    private readonly name: string,
    readonly play: (player: Player) => Promise<void>,
  ) {}

  toString(): string {
    return this.name;
  }
}

/** `npm run nightly` draws all cases of a model; whoever waits for `npm test` draws a third of them. */
export const drawsWholeSamples = 'MANILLA_WHOLE_SAMPLES' in process.env;

/** `MANILLA_MODEL_RUNS` asks for another number of cases. */
function casesOf(whole: number, everyday = Math.ceil(whole / 3)): number {
  const { MANILLA_MODEL_RUNS } = process.env;
  if (MANILLA_MODEL_RUNS !== undefined) return Number(MANILLA_MODEL_RUNS);
  return drawsWholeSamples ? whole : everyday;
}

/**
 * Checks a property of random cases. The seed is printed before the first case, so that a run that hangs or is killed can
 * be made again as well as one that fails.
 */
export function checkCases<Case>(
  what: string,
  property: fc.IAsyncPropertyWithHooks<Case>,
  wholeSample: number,
): Promise<void> {
  return fc.assert(property, { numRuns: casesOf(wholeSample), seed: seedOf(what) });
}

/** So many random cases at once, by a seed that is printed; `everyday`: of `npm test`, where a third costs too much. */
export function drawCases<Case>(
  what: string,
  cases: fc.Arbitrary<Case>,
  wholeSample: number,
  everyday?: number,
): readonly Case[] {
  return fc.sample(cases, { numRuns: casesOf(wholeSample, everyday), seed: seedOf(what) });
}

function seedOf(what: string): number {
  const given = process.env['MANILLA_MODEL_SEED'];
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  console.log(`${what}: seed ${seed} (again: MANILLA_MODEL_SEED=${seed})`);
  return seed;
}

/** Plays acts one after the other. A failure tells in which of them it came. */
export async function playActs<Player>(
  acts: readonly Act<Player>[],
  player: Player,
  afterEach: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const [index, act] of acts.entries()) {
    try {
      await act.play(player);
      await afterEach();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`act ${index + 1}, "${act.toString()}": ${message}`, { cause: error });
    }
  }
}

/** The engine and the model say the same. A failure names the rule, and what each of them says. */
export function agree(rule: string, engine: unknown, model: unknown): void {
  expect(engine, rule).toEqual(model);
}
