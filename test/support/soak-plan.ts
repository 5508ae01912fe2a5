import { type Policies, policyChoices, type PolicyName } from '../../src/domain/policies.js';
import { caseRandom, type Random } from './soak-random.js';

/** One step of a case. What a step finds impossible (a window that has ended already) it leaves. */
export type SoakStep =
  /** A transfer into the newest account. LATE: sent after its time. `times`: how often the bank tells of it. */
  | {
      readonly do: 'pay';
      readonly share: Share;
      readonly sent: 'NOW' | 'LATE';
      readonly times: number;
    }
  /** The bank tells again of a transfer it has told of. */
  | { readonly do: 'tell-again' }
  /** A transfer to a number that nobody has. */
  | { readonly do: 'stray' }
  | { readonly do: 'account' }
  | { readonly do: 'end-window' }
  | { readonly do: 'end-session' }
  | { readonly do: 'cancel' }
  | { readonly do: 'charge'; readonly approved: boolean }
  | { readonly do: 'refund'; readonly part: 'ALL' | 'PART' | 'TOO_MUCH' }
  /** Initiate, create-account and query, once more and alike. */
  | { readonly do: 'ask-again' };

/** Of what is due: all, less, more, or almost all (within a tolerance if there is one). */
export type Share = 'EXACT' | 'SHORT' | 'OVER' | 'NEAR';

export interface SoakPlan {
  readonly n: number;
  readonly seed: number;
  /** 0 or 1: which merchant. */
  readonly shop: number;
  readonly amount: number;
  readonly policies: Partial<Policies>;
  readonly channels: readonly ('Bank' | 'Card')[];
  /** The inner lists are done at once. */
  readonly steps: readonly (readonly SoakStep[])[];
  /** What operators decide about credits that wait for them; undefined: nothing, they go on waiting. */
  readonly ruling: 'accept' | 'return' | 'keep' | undefined;
}

const amounts = [10_000, 99_999, 249_900, 250_000, 999_900, 1_000_000, 3_000_000] as const;

/** How often each step is drawn after the first payment has been. */
const weights = {
  pay: 34,
  'tell-again': 10,
  stray: 3,
  account: 7,
  'end-window': 9,
  'end-session': 5,
  cancel: 5,
  charge: 9,
  refund: 12,
  'ask-again': 6,
} as const satisfies Record<SoakStep['do'], number>;

/** The n-th case of a seed. Nothing but these two decides what it does. */
export function planCase(seed: number, n: number): SoakPlan {
  const random = caseRandom(seed, n);
  const policies = drawPolicies(random);
  const steps: SoakStep[][] = [];
  const count = random.int(2, 7);
  for (let i = 0; i < count; i += 1) {
    const step = drawStep(random, i === 0);
    const last = steps.at(-1);
    if (last !== undefined && random.chance(0.25)) last.push(step);
    else steps.push([step]);
  }
  return {
    n,
    seed,
    shop: random.int(0, 1),
    amount: random.pick(amounts) + random.int(0, 9) * 100,
    policies,
    channels: ['Bank', 'Card'],
    steps,
    ruling: random.pick(['accept', 'return', 'keep', undefined] as const),
  };
}

/** What a case does, in a line, for whoever has to find out why it failed. */
export function describePlan({ n, seed, amount, policies, steps, ruling }: SoakPlan): string {
  const told = steps.map((group) => group.map(describeStep).join(' + ')).join(', then ');
  return `case ${n} of seed ${seed}: ${amount} kobo, ${JSON.stringify(policies)}, ${told}; operator: ${ruling ?? 'nothing'}`;
}

function describeStep(step: SoakStep): string {
  const { do: name, ...rest } = step;
  return [name, ...Object.values(rest)].join(' ');
}

function drawPolicies(random: Random): Partial<Policies> {
  const drawn: Record<string, string | number> = {};
  for (const name of Object.keys(policyChoices) as PolicyName[]) {
    if (random.chance(0.6)) drawn[name] = random.pick<string>(policyChoices[name]);
  }
  if (random.chance(0.3)) drawn['tolerance'] = random.pick([50, 500, 5_000]);
  return drawn as Partial<Policies>;
}

function drawStep(random: Random, isFirst: boolean): SoakStep {
  const name = isFirst && random.chance(0.85) ? 'pay' : random.weighted(weights);
  switch (name) {
    case 'pay':
      return {
        do: 'pay',
        share: random.weighted({ EXACT: 4, SHORT: 4, OVER: 3, NEAR: 1 }),
        sent: random.chance(0.15) ? 'LATE' : 'NOW',
        times: random.pick([1, 1, 1, 1, 1, 1, 1, 2, 3, 0]),
      };
    case 'charge':
      return { do: 'charge', approved: random.chance(0.6) };
    case 'refund':
      return { do: 'refund', part: random.weighted({ ALL: 1, PART: 2, TOO_MUCH: 1 }) };
    default:
      return { do: name };
  }
}
