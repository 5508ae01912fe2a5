import type { FailureType } from '../../activities/contract.js';
import type { OperatorDesk } from './attention.js';
import type { CasePage, Rows, Waiting } from './case-page.js';
import type { Outcome } from './patient-step.js';
import { Healing, passesByItself } from './self-healing.js';

/** The way in which a failing step waits at its workflow's desk. */
export interface Parking<Decision extends string, Done> {
  /** The name of the step. */
  readonly name: string;
  /** The decisions that are possible. */
  readonly allowed: readonly Decision[];
  /** The answers to a decision that is not possible here, as in `Waiting`. */
  readonly refusals?: Waiting<string>['refusals'];
  readonly page: (failure: FailureType) => CasePage;
  readonly rows: () => Rows;
  /** The thing that goes on once the step succeeds, e.g. "the refund". */
  readonly goesOn: string;
  /** Tries the step until it succeeds, or fails for a reason that lasts. */
  readonly untilItHeals: () => Promise<Outcome<Done>>;
}

/** The end of a parked step: somebody decided, the step had an outcome by itself, or both at once. */
export interface Unparked<Decision extends string, Done> {
  readonly decision?: Decision;
  readonly outcome?: Outcome<Done>;
}

/** Carries a step out until it is done; it is parked whenever it fails. */
export async function untilDone<Decision extends string, Done>(
  desk: OperatorDesk<Decision>,
  parking: Parking<Decision, Done>,
  carryOut: () => Promise<Outcome<Done>>,
): Promise<Done> {
  for (let outcome = await carryOut(); ;) {
    if ('done' in outcome) {
      desk.done();
      return outcome.done;
    }
    const parked = await park(desk, parking, outcome.failure);
    outcome = parked.outcome ?? (await carryOut());
  }
}

/** Waits for a decision. A step whose failure passes by itself is tried again meanwhile; `orElse` may decide too. */
export async function park<
  Decision extends string,
  Allowed extends Decision,
  Done,
  Other extends string = never,
>(
  desk: OperatorDesk<Decision>,
  { name, allowed, refusals, page, rows, goesOn, untilItHeals }: Parking<Allowed, Done>,
  failure: FailureType,
  orElse?: Promise<Other>,
): Promise<Unparked<Allowed | Other, Done>> {
  const heals = passesByItself(failure);
  const waiting = {
    reason: `${name}: ${failure}`,
    allowed,
    ...(refusals && { refusals }),
    page: page(failure),
    rows,
    heals: heals ? goesOn : undefined,
  };
  if (!heals) return { decision: await desk.wait(waiting, orElse) };
  let endWait = (_how: 'healed'): void => {};
  const healed = new Promise<'healed'>((resolve) => (endWait = resolve));
  const healing = new Healing(untilItHeals);
  const waited = desk
    .wait<Allowed, Other | 'healed'>(
      waiting,
      orElse === undefined ? healed : Promise.race([healed, orElse]),
    )
    .finally(() => healing.callOff());
  const outcome = await healing.run();
  endWait('healed');
  const how = await waited;
  return {
    ...(how === 'healed' ? {} : { decision: how }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}
