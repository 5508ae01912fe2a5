import type { Crash, CrashPoint } from '../../support/crash-points.js';
import { describeCrash } from '../../support/crash-points.js';
import { outcomeOf, type Outcome } from './crash-outcome.js';
import { playAll, type Scene, sceneNames, type SceneName } from './crash-scenes.js';
import type { CrashWorld } from './crash-world.js';

/** A point, and how often it is passed when nothing dies. */
export interface KnownPoint extends CrashPoint {
  readonly times: number;
  /** Passed by a program that starts, and not later. */
  readonly isOfStart: boolean;
}

export interface Baseline {
  readonly points: readonly KnownPoint[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Plays the scenes with nothing dying: what is passed, from the start of the programs, and how each order ends. */
export async function record(
  world: CrashWorld,
  names: readonly SceneName[],
  tag = 'BASE',
): Promise<Baseline> {
  world.plans.arm('starting');
  await Promise.all([world.soak.manilla.restart('api'), world.soak.manilla.restart('worker')]);
  world.plans.arm('record');
  const { played, over } = playAll(world, tag, names);
  await over;
  const outcomes = new Map<string, Outcome>();
  for (const scene of played) outcomes.set(scene.name, await outcomeOf(world, scene));
  const running = world.plans.passed((id) => id === 'record');
  const starting = world.plans.passed((id) => id === 'starting');
  const points = [
    ...[...running.values()].map((point) => ({ ...point, isOfStart: false })),
    ...[...starting]
      .filter(([key]) => !running.has(key))
      .map(([, point]) => ({ ...point, isOfStart: true })),
  ];
  return { points, outcomes };
}

/** A crash, and the scenes in which it comes; all of them when left out. */
export interface PlannedCrash extends Crash {
  readonly isOfStart: boolean;
  readonly scenes?: readonly SceneName[];
}

/** How often each scene passes each point, by the point's name: each is played once alone. */
export type Passers = ReadonlyMap<string, ReadonlyMap<SceneName, number>>;

const keyOf = ({ program, point }: CrashPoint): string => `${program} ${point}`;

export async function recordPassers(
  world: CrashWorld,
  names: readonly SceneName[],
): Promise<Passers> {
  const passers = new Map<string, Map<SceneName, number>>();
  for (const [n, name] of names.entries()) {
    const id = `alone-${n}`;
    world.plans.arm(id);
    await playAll(world, 'ALONE', [name]).over;
    for (const [key, { times }] of world.plans.passed((each) => each === id)) {
      const scenes = passers.get(key) ?? new Map<SceneName, number>();
      passers.set(key, scenes.set(name, times));
    }
  }
  return passers;
}

/** What is played when no scene passes a point by itself. */
const background: readonly SceneName[] = [
  'exact',
  'refund by the merchant',
  'found on the statement',
  'paid out',
];

/** The crash in the middle of two scenes that pass it, other two for each crash: a round costs little more than a restart. */
export function inPassers(passers: Passers, crash: PlannedCrash, n: number): PlannedCrash {
  if (crash.isOfStart) return { ...crash, scenes: background };
  const of = [...(passers.get(keyOf(crash)) ?? [])];
  if (of.length === 0) return { ...crash, hit: 1, scenes: background };
  const two = [...new Set([of[(2 * n) % of.length], of[(2 * n + 1) % of.length]])];
  const chosen = two.filter((each) => each !== undefined);
  const times = chosen.reduce((sum, [, count]) => sum + count, 0);
  return { ...crash, hit: Math.ceil(times / 2), scenes: chosen.map(([name]) => name) };
}

/** Before and after each point, in the middle of what passes it. */
export function crashesAt(points: readonly KnownPoint[]): PlannedCrash[] {
  return points.flatMap(({ program, point, times, isOfStart }) =>
    (['before', 'after'] as const).map((side) => ({
      program,
      point,
      side,
      hit: isOfStart ? 1 : Math.ceil(times / 2),
      isOfStart,
    })),
  );
}

export interface Ran {
  readonly crash: Crash;
  readonly hasDied: boolean;
  /** What is otherwise than without a crash; empty: nothing. */
  readonly differences: readonly string[];
}

/** Some rounds may be under way: what a crash leaves can wait half a minute for a clock, and the next need not. */
const scenesAtOnce = 45;

/** One round for each crash: scenes anew, and the program dies once in the middle of them. */
export async function runCrashes(
  world: CrashWorld,
  crashes: readonly PlannedCrash[],
  { outcomes }: Baseline,
  say: (line: string) => void,
  tag = 'AT',
): Promise<Ran[]> {
  const ran: Promise<Ran>[] = [];
  const open = new Map<Promise<unknown>, number>();
  const sceneCount = (): number => [...open.values()].reduce((sum, n) => sum + n, 0);
  for (const [n, { scenes = sceneNames, ...crash }] of crashes.entries()) {
    while (open.size > 0 && sceneCount() + scenes.length > scenesAtOnce) {
      await Promise.race(open.keys());
    }
    if (n % 20 === 19) await world.soak.renewTokens();
    const started = Date.now();
    const id = `${tag}-${n}`;
    const { work, hasDied } = await world.crashing(id, crash, () => playAll(world, id, scenes));
    const { played, over } = work;
    const compared = over.catch(String).then(async (failure) => {
      const differences = failure === undefined ? [] : [String(failure), await attention(world)];
      differences.push(...(await differencesOf(world, played, outcomes)));
      const verdict = differences.length > 0 ? 'DIFFERS' : hasDied ? 'the same' : 'not reached';
      const tookMs = Date.now() - started;
      say([`${verdict}: ${describeCrash(crash)}, ${tookMs} ms`, ...differences].join('\n    '));
      return { crash, hasDied, differences };
    });
    ran.push(compared);
    open.set(compared, scenes.length);
    void compared.finally(() => open.delete(compared));
  }
  return Promise.all(ran);
}

/** Which workflows wait for a person. */
async function attention(world: CrashWorld): Promise<string> {
  const waiting = await world.soak.find('CheckoutPhase = "NEEDS_ATTENTION"');
  return `waiting for a person: ${waiting.join(', ') || 'none'}`;
}

/** What is otherwise than in the outcomes of the same scenes, by name. */
export async function differencesOf(
  world: CrashWorld,
  played: readonly Scene[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const scene of played) {
    const [wanted, found] = [outcomes.get(scene.name), await outcomeOf(world, scene)];
    for (const part of Object.keys(found) as (keyof Outcome)[]) {
      const [before, now] = [JSON.stringify(wanted?.[part]), JSON.stringify(found[part])];
      if (before === now) continue;
      differences.push(
        `${scene.name} (${scene.reference}), ${part}:\n      without ${before}\n      with    ${now}`,
      );
    }
  }
  return differences;
}
