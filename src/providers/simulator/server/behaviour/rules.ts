import { z } from 'zod';

/**
 * Everything the simulator can be told to do wrong. A rule says WHEN (on, account, times, timesEach, rate), WHAT is
 * answered, and whether the call took effect all the same; the three are independent of each other.
 */

/** The answers instead of the truth, besides a code of two digits. */
export const wrongAnswers = {
  TIMEOUT: 'keeps the connection open and never answers',
  RESET: 'breaks the connection',
  HTTP_429: 'HTTP 429, which asks for no calls within the next second (`Retry-After: 1`)',
  HTTP_500: 'HTTP 500 with a text',
  GARBAGE: 'HTTP 200 with a page of HTML',
  EMPTY: 'HTTP 200 with nothing',
} as const;
export type WrongAnswer = keyof typeof wrongAnswers;

/** The answers for `answer: "ANY"`: a bank may give them without breaking its word about money. */
export const lies: readonly string[] = [...Object.keys(wrongAnswers), '09', '94', '96', '97'];

const notify = z.strictObject({
  times: z.int().min(0).max(20).optional(),
  delayMs: z.int().min(0).max(60_000).optional(),
  garbage: z.boolean().optional(),
  later: z.boolean().optional(),
  order: z.enum(['SENT', 'REVERSED', 'TOGETHER']).optional(),
});

const rule = z.strictObject({
  /** The operation; every group of routes names its own. */
  on: z.string(),
  /** The rule is only for this account number (with `notify`: ours) or card token. */
  account: z.string().min(1).max(64).optional(),
  /** The number of next calls that the rule is for; left out: all, until it is deleted. */
  times: z.int().min(1).max(1_000_000).optional(),
  /** The number of first calls of each session id that the rule is for. */
  timesEach: z.int().min(1).max(1_000_000).optional(),
  /** The share of calls that the rule is for, drawn by `seed`: the same seed draws alike. */
  rate: z.number().min(0).max(1).optional(),
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  /** Waits before it answers. */
  delayMs: z.int().min(0).max(60_000).optional(),
  /** A response code, a wrong answer, or ANY of them; the truth when left out. */
  answer: z
    .union([z.string().regex(/^\d{2,4}$/), z.enum(keysOf(wrongAnswers)), z.literal('ANY')])
    .optional(),
  /** The misbehaviour of another kind of bank, by the name that its group of routes has for it. */
  as: z.string().min(1).max(40).optional(),
  /**
   * Whether the call takes effect (the money moves), whatever is answered. HELD: later, by `release`. CODE: once the code
   * that the bank has sent is entered.
   */
  done: z.union([z.boolean(), z.enum(['HELD', 'CODE'])]).optional(),
  /** With `on: "notify"`: the way in which the bank reports credits. */
  notify: notify.optional(),
});

const behaviour = z.strictObject({
  rules: z.array(rule).max(1_000).optional(),
  /** Answers this share of name enquiries, transfers and queries with a lie. */
  lieRate: z.number().min(0).max(1).optional(),
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  /** The answer to a transfer with a session id that was used before; 94 at the start. */
  duplicateTransfer: z.enum(['94', '26', 'FIRST_ANSWER']).optional(),
});

export const behaviourSchemas = { rule, behaviour, notify } as const;

export type BehaviourRule = z.input<typeof rule>;
export type Behaviour = z.input<typeof behaviour>;

export interface StoredRule extends BehaviourRule {
  readonly ruleId: number;
  /** The number of times that the rule has applied. */
  readonly applied: number;
}

function keysOf<Name extends string>(table: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]];
}
