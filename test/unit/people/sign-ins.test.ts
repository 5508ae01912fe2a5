import { beforeEach, describe, expect, it } from 'vitest';
import type { QuotaGrant, QuotaStore } from '../../../src/http/quota-store.port.js';
import type { QuotaRule } from '../../../src/domain/quota-rule.js';
import { ApiError } from '../../../src/http/api-error.js';
import type { Passwords } from '../../../src/people/passwords.js';
import { mintTotpSecret, totpCode, totpStep } from '../../../src/people/second-factor.js';
import { operatorDoor } from '../../../src/operators/people/operator-door.js';
import { SignIns, type SignInStore } from '../../../src/people/sign-ins.js';

/** As draw_quota counts; each draw takes its time. */
class Windows implements QuotaStore {
  readonly #used = new Map<string, number>();

  async draw(name: string, used: number, want: number, rule: QuotaRule): Promise<QuotaGrant> {
    await new Promise(setImmediate);
    const before = (this.#used.get(name) ?? 0) + used;
    const granted = Math.min(want, Math.max(rule.limit - before, 0));
    this.#used.set(name, before + granted);
    return { granted, remaining: Math.max(rule.limit - before - granted, 0), endsInMs: 60_000 };
  }

  async forget(name: string): Promise<void> {
    this.#used.delete(name);
  }
}

const secret = mintTotpSecret();
const judged = { passwords: 0, codes: 0 };
/** Whether so many passwords wait that no other is judged. */
let isBusy = false;
const windows = new Windows();
let operator: string;
let people = 0;
beforeEach(() => {
  Object.assign(judged, { passwords: 0, codes: 0 });
  isBusy = false;
  operator = `Ada ${(people += 1)}`;
});

const personOf = (name: string) => ({
  ...{ personId: `opr-${name}`, name, passwordHash: 'hash', isDisabled: false },
  secondFactorSealed: Buffer.from('sealed'),
});

function signIns(): SignIns {
  const store: SignInStore = {
    credentials: (name) => Promise.resolve([personOf(name)]),
    credentialsOf: (personId) => Promise.resolve(personOf(personId.slice(4))),
    openSession: () => Promise.resolve('ses-1'),
    useSecondFactor: () => Promise.resolve(true),
    useRecoveryCode: () => Promise.resolve(false),
    beginEnrolment: () => Promise.resolve(true),
  };
  const passwords = {
    verify: async (password: string) => {
      if (isBusy) throw new ApiError('RATE_LIMITED');
      judged.passwords += 1;
      // As long as argon2 takes, others come in.
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      return password === 'right';
    },
  } as unknown as Passwords;
  const seal = {
    open: () => {
      judged.codes += 1;
      return secret;
    },
  };
  return new SignIns(store, operatorDoor, passwords, seal as never, windows);
}

const outcomeOf = (tried: Promise<unknown>): Promise<string> =>
  tried.then(
    () => 'IN',
    (error: unknown) => (error instanceof ApiError ? error.reason : String(error)),
  );
const countOf = (outcomes: readonly string[], outcome: string): number =>
  outcomes.filter((each) => each === outcome).length;
const from = (address: string) => ({ address, agent: null });
const goodCode = () => totpCode(secret, Date.now());
/** Three codes are good at a time. */
const wrongCode = () =>
  ['000000', '000001', '000002', '000003'].find(
    (code) => totpStep(code, secret, Date.now()) === undefined,
  ) ?? '';

describe('guesses that are sent all at once are counted before they are judged', () => {
  it('passwords, in two processes', async () => {
    const [one, two] = [signIns(), signIns()];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        outcomeOf(
          (at % 2 === 0 ? one : two).signIn(
            { login: operator, password: `guess ${at}`, code: '000000' },
            from('192.0.2.1'),
          ),
        ),
      ),
    );
    expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(10);
    expect(countOf(outcomes, 'RATE_LIMITED')).toBe(30);
    expect(judged.passwords).toBe(10);
  });

  it('codes behind the right password, from forty networks', async () => {
    const door = signIns();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        outcomeOf(
          door.signIn(
            { login: operator, password: 'right', code: wrongCode() },
            from(`198.51.100.${at}`),
          ),
        ),
      ),
    );
    expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(10);
    expect(judged.codes).toBe(10);
    const right = { login: operator, password: 'right', code: goodCode() };
    expect(await outcomeOf(door.signIn(right, from('203.0.113.9')))).toBe('RATE_LIMITED');
  });

  it('names, from one network', async () => {
    const door = signIns();
    const outcomes = await Promise.all(
      Array.from({ length: 140 }, (_, at) =>
        outcomeOf(
          door.signIn(
            { login: `${operator} ${at}`, password: 'guess', code: '000000' },
            from('203.0.113.1'),
          ),
        ),
      ),
    );
    expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(100);
    expect(judged.passwords).toBe(100);
  });

  it('at the door of an own password as well', async () => {
    const door = signIns();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        outcomeOf(
          door.prove(
            `opr-${operator}`,
            { login: operator, password: `guess ${at}`, code: '000000' },
            { address: '192.0.2.77' },
          ),
        ),
      ),
    );
    expect(countOf(outcomes, 'INVALID_CREDENTIALS')).toBe(10);
  });
});

it('a try that was judged by nobody is not counted, at either door', async () => {
  const door = signIns();
  const right = { login: operator, password: 'right', code: goodCode() };
  isBusy = true;
  for (let time = 0; time < 110; time += 1) {
    expect(await outcomeOf(door.signIn(right, from('192.0.2.210')))).toBe('RATE_LIMITED');
    const proof = door.prove(`opr-${operator}`, right, { address: '192.0.2.210' });
    expect(await outcomeOf(proof)).toBe('RATE_LIMITED');
  }
  isBusy = false;
  expect(await outcomeOf(door.signIn(right, from('192.0.2.210')))).toBe('IN');
});

it('who is right as often as a team in one office is not counted', async () => {
  const door = signIns();
  for (let time = 0; time < 300; time += 1) {
    const typed = { login: operator, password: 'right', code: goodCode() };
    expect(await outcomeOf(door.signIn(typed, from('192.0.2.200')))).toBe('IN');
  }
});
