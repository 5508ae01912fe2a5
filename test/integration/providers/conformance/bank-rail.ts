import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionId } from '../../../../src/domain/nip-session.js';
import {
  RailUnavailableError,
  type BankRail,
  type OutwardTransfer,
  type RailAccount,
  type StatementLine,
} from '../../../../src/domain/bank-rail.port.js';

/** What a bank is made to answer instead of the truth. A code has two digits. */
export type WrongAnswer = 'TIMEOUT' | 'RESET' | 'HTTP_500' | 'GARBAGE' | 'EMPTY' | `${number}`;

export interface Misbehaviour {
  readonly on: 'banks' | 'name-enquiry' | 'transfer' | 'query' | 'statement';
  readonly answer: WrongAnswer;
  /** Whether a transfer's money moves all the same. */
  readonly done?: boolean;
}

/** A bank's sandbox as the suite needs it; an adapter's test writes one for its bank. */
export interface BankWorld {
  /** An account at another bank that no other test pays into. */
  newDestination(): RailAccount;
  /** The next call of this kind that is about the destination is answered so. Of a list or statement: the next. */
  misbehave(misbehaviour: Misbehaviour, destination: RailAccount): Promise<void>;
  /** A payer's transfer to one of our numbers; returns its session id. */
  payIn(accountNumber: string, amountMinor: bigint): Promise<string>;
  /** What the account has been paid. */
  balanceOf(account: RailAccount): Promise<bigint>;
}

export interface RailUnderTest {
  /** Waits for an answer for as long as a busy machine may need. */
  readonly rail: BankRail;
  /** A new rail that gives up soon, for an answer that never comes. No failure before has opened its breaker. */
  hurried(): BankRail;
  readonly world: BankWorld;
  close(): Promise<void>;
}

/** A rail that waits for a second gives up within it, also on a busy machine. */
const longestFailureMs = 11_000;

const unreadable = ['TIMEOUT', 'RESET', 'HTTP_500', 'GARBAGE', 'EMPTY'] as const;
const failureOf = {
  TIMEOUT: 'TIMEOUT',
  RESET: 'UNREACHABLE',
  HTTP_500: 'HTTP_STATUS',
  GARBAGE: 'GARBAGE',
  EMPTY: 'GARBAGE',
} as const;

const incoming: Readonly<Record<StatementLine['kind'], bigint>> = {
  CREDIT: 1n,
  DEBIT: -1n,
  DEBIT_RETURNED: 1n,
  CREDIT_RECALLED: -1n,
  STAMP_DUTY: -1n,
  CHARGE: -1n,
};

/** What the codes of a bank mean, and what it does not have. */
export interface BankDialect {
  readonly failed: readonly WrongAnswer[];
  readonly unknown: readonly WrongAnswer[];
  readonly noName: readonly WrongAnswer[];
  readonly unknownQuery: readonly WrongAnswer[];
  readonly noRecord: string;
  readonly hasStatement: boolean;
  /** A name enquiry has a reference that the transfer carries. */
  readonly namesReference: boolean;
}

export const nipDialect: BankDialect = {
  failed: ['03', '07', '51', '57', '61', '91'],
  unknown: ['01', '09', '21', '25', '26', '68', '94', '96', '97', '99'],
  noName: ['06', '07', '57'],
  unknownQuery: ['01', '09', '96', '97'],
  noRecord: '25',
  hasStatement: true,
  namesReference: true,
};

/** What every adapter of a bank must keep, whatever the bank does. */
export function bankRailConformance(
  name: string,
  start: () => Promise<RailUnderTest>,
  dialect = nipDialect,
): void {
  let under: RailUnderTest;
  const rail = (): BankRail => under.rail;
  const railFor = (answer: WrongAnswer): BankRail =>
    answer === 'TIMEOUT' ? under.hurried() : under.rail;
  const world = (): BankWorld => under.world;

  function transferTo(
    destination: RailAccount,
    changes: Partial<OutwardTransfer> = {},
  ): OutwardTransfer {
    return {
      sessionId: sessionId(rail().institutionCode, new Date(), String(randomInt(10 ** 12))),
      destination,
      destinationName: 'ADA OBI',
      nameEnquiryReference: null,
      amountMinor: 250_000n,
      currency: 'NGN',
      narration: 'Refund of order 1001',
      ...changes,
    };
  }

  async function statementAfter(lineId: bigint): Promise<StatementLine[]> {
    const lines: StatementLine[] = [];
    for (let after = lineId; ; after = lines.at(-1)?.lineId ?? after) {
      const page = await rail().statement(after, 100);
      lines.push(...page.lines);
      if (!page.hasMore) return lines;
    }
  }

  const lastLineId = async (): Promise<bigint> => (await statementAfter(0n)).at(-1)?.lineId ?? 0n;

  describe(`${name} as a bank rail`, () => {
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under?.close());

    it('says who it is and what it can', () => {
      expect(rail().provider).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(rail().institutionCode).toMatch(/^\d{6}$/);
      expect(rail().capabilities.cutOffMinutes).toBeGreaterThan(0);
      expect(rail().capabilities.transferLimitMinor).toBeGreaterThan(0n);
    });

    describe('its list of banks', () => {
      it('has each bank once, by codes that are whole, and those that it sends to', async () => {
        const banks = await rail().banks();
        const codes = banks.map(({ institutionCode }) => institutionCode);
        expect(new Set(codes).size).toBe(codes.length);
        for (const { institutionCode, cbnCode, name } of banks) {
          expect(institutionCode).toMatch(/^\d{6}$/);
          if (cbnCode !== null) expect(cbnCode).toMatch(/^(\d{3}|\d{5})$/);
          expect(name).toMatch(/\S/);
        }
        expect(codes).toContain(world().newDestination().bankCode);
      });

      it.each(unreadable)('that is %s is not to be had', async (answer) => {
        await world().misbehave({ on: 'banks', answer }, world().newDestination());
        await expect(railFor(answer).banks()).rejects.toThrow(RailUnavailableError);
        expect((await rail().banks()).length).toBeGreaterThan(0);
      });

      it('is what name enquiries and transfers go by', async () => {
        const { accountNumber } = world().newDestination();
        const nowhere = { accountNumber, bankCode: '888888' };
        expect((await rail().banks()).map((bank) => bank.institutionCode)).not.toContain('888888');
        expect((await rail().enquireName(nowhere)).outcome).toBe('FAILED');
        expect((await rail().transfer(transferTo(nowhere))).outcome).toBe('FAILED');
        expect(await world().balanceOf(nowhere)).toBe(0n);
      });
    });

    describe('a name enquiry', () => {
      it('tells the name, always the same, and a reference', async () => {
        const account = world().newDestination();
        const first = await rail().enquireName(account);
        expect(first).toMatchObject({ outcome: 'SUCCESS', code: '00', failure: null });
        expect(first.accountName).toMatch(/\S/);
        if (dialect.namesReference) expect(first.reference).toMatch(/\S/);
        expect((await rail().enquireName(account)).accountName).toBe(first.accountName);
      });

      it.each(dialect.noName)('that is answered %s has failed', async (code) => {
        const account = world().newDestination();
        await world().misbehave({ on: 'name-enquiry', answer: code }, account);
        expect(await rail().enquireName(account)).toEqual({
          outcome: 'FAILED',
          code,
          failure: null,
          accountName: null,
          reference: null,
        });
      });

      it.each(unreadable)('whose answer is %s is unknown, and does not throw', async (answer) => {
        const account = world().newDestination();
        await world().misbehave({ on: 'name-enquiry', answer }, account);
        expect(await railFor(answer).enquireName(account)).toEqual({
          outcome: 'UNKNOWN',
          code: null,
          failure: failureOf[answer],
          accountName: null,
          reference: null,
        });
      });
    });

    describe('a transfer', () => {
      it('moves the money once, is known by its session id, and stands in the statement', async () => {
        const before = await lastLineId();
        const transfer = transferTo(world().newDestination());
        const answer = await rail().transfer(transfer);
        expect(answer).toMatchObject({ outcome: 'SUCCESS', code: '00', failure: null });
        expect(await rail().query(transfer.sessionId)).toMatchObject({ outcome: 'SUCCESS' });
        expect(await world().balanceOf(transfer.destination)).toBe(transfer.amountMinor);
        if (!dialect.hasStatement) return;
        const lines = await statementAfter(before);
        expect(lines.filter((line) => line.sessionId === transfer.sessionId)).toMatchObject([
          { kind: 'DEBIT', amountMinor: transfer.amountMinor, currency: 'NGN' },
        ]);
      });

      it('that is asked for again under its session id moves nothing, and is not called failed', async () => {
        const transfer = transferTo(world().newDestination());
        await rail().transfer(transfer);
        const again = await Promise.all([1, 2, 3].map(() => rail().transfer(transfer)));
        expect(again.map(({ outcome }) => outcome)).not.toContain('FAILED');
        expect(await world().balanceOf(transfer.destination)).toBe(transfer.amountMinor);
      });

      it('that is asked for many times at once moves once', async () => {
        const transfer = transferTo(world().newDestination());
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => rail().transfer(transfer)),
        );
        expect(answers.map(({ outcome }) => outcome)).not.toContain('FAILED');
        expect(await world().balanceOf(transfer.destination)).toBe(transfer.amountMinor);
      });

      it('may be of the limit and have a whole narration', async () => {
        const transfer = transferTo(world().newDestination(), {
          amountMinor: rail().capabilities.transferLimitMinor,
          narration: 'ñ'.repeat(100),
        });
        expect((await rail().transfer(transfer)).outcome).toBe('SUCCESS');
      });

      it('over the limit has failed, and moves nothing', async () => {
        const amountMinor = rail().capabilities.transferLimitMinor + 1n;
        const transfer = transferTo(world().newDestination(), { amountMinor });
        expect((await rail().transfer(transfer)).outcome).toBe('FAILED');
        expect(await world().balanceOf(transfer.destination)).toBe(0n);
      });

      it.each(dialect.failed)('that is answered %s has failed, and moved nothing', async (code) => {
        const transfer = transferTo(world().newDestination());
        await world().misbehave({ on: 'transfer', answer: code }, transfer.destination);
        const answer = await rail().transfer(transfer);
        expect(answer).toMatchObject({ outcome: 'FAILED', code, failure: null });
        expect((await rail().query(transfer.sessionId)).outcome).not.toBe('SUCCESS');
        expect(await world().balanceOf(transfer.destination)).toBe(0n);
      });

      it.each(dialect.unknown)(
        'that is answered %s is unknown, whether or not the money moved',
        async (answer) => {
          for (const done of [true, false]) {
            const transfer = transferTo(world().newDestination());
            await world().misbehave({ on: 'transfer', answer, done }, transfer.destination);
            expect(await rail().transfer(transfer)).toMatchObject({ outcome: 'UNKNOWN' });
            const { outcome } = await rail().query(transfer.sessionId);
            expect(outcome).toBe(done ? 'SUCCESS' : 'ABSENT');
          }
        },
      );

      describe.each(unreadable)('whose answer is %s', (answer) => {
        it.each([
          ['was sent', true, 'SUCCESS'],
          ['was not', false, 'ABSENT'],
        ] as const)('is unknown; the query tells that it %s', async (_, done, truth) => {
          const transfer = transferTo(world().newDestination());
          await world().misbehave({ on: 'transfer', answer, done }, transfer.destination);
          const started = performance.now();
          expect(await railFor(answer).transfer(transfer)).toMatchObject({
            outcome: 'UNKNOWN',
            code: null,
            failure: failureOf[answer],
          });
          expect(performance.now() - started).toBeLessThan(longestFailureMs);
          expect((await rail().query(transfer.sessionId)).outcome).toBe(truth);
          const moved = await world().balanceOf(transfer.destination);
          expect(moved).toBe(done ? transfer.amountMinor : 0n);
        });
      });
    });

    describe('a query', () => {
      it('of a session id that was never sent finds no record', async () => {
        const { sessionId: id } = transferTo(world().newDestination());
        const none = { outcome: 'ABSENT', code: dialect.noRecord, failure: null };
        expect(await rail().query(id)).toMatchObject(none);
      });

      it.each(dialect.unknownQuery)('that is answered %s is unknown', async (code) => {
        const transfer = transferTo(world().newDestination());
        await rail().transfer(transfer);
        await world().misbehave({ on: 'query', answer: code }, transfer.destination);
        expect(await rail().query(transfer.sessionId)).toMatchObject({ outcome: 'UNKNOWN', code });
        expect((await rail().query(transfer.sessionId)).outcome).toBe('SUCCESS');
      });

      it.each(unreadable)('whose answer is %s is unknown, and does not throw', async (answer) => {
        const transfer = transferTo(world().newDestination());
        await rail().transfer(transfer);
        await world().misbehave({ on: 'query', answer }, transfer.destination);
        expect(await railFor(answer).query(transfer.sessionId)).toMatchObject({
          outcome: 'UNKNOWN',
          code: null,
          failure: failureOf[answer],
        });
      });
    });

    describe.runIf(dialect.hasStatement)('the statement', () => {
      it('shows a credit with who sent it to which of our numbers', async () => {
        const before = await lastLineId();
        const id = await world().payIn('5011234561', 777n);
        const [line] = await statementAfter(before);
        expect(line).toMatchObject({
          kind: 'CREDIT',
          sessionId: id,
          amountMinor: 777n,
          accountNumber: '5011234561',
        });
        expect(line?.counterpart.accountNumber).toMatch(/^\d{10}$/);
        expect(line?.counterpart.bankCode).toMatch(/^\d{6}$/);
        expect(Math.abs(Date.now() - (line?.at.getTime() ?? 0))).toBeLessThan(60_000);
      });

      it('has ids that rise and a balance that follows from the lines', async () => {
        for (let i = 0; i < 3; i += 1) await world().payIn('5011234561', 100n);
        const lines = await statementAfter(0n);
        lines.slice(1).forEach((line, i) => {
          const previous = lines[i];
          expect(line.lineId).toBeGreaterThan(previous?.lineId ?? 0n);
          expect(line.balanceMinor).toBe(
            (previous?.balanceMinor ?? 0n) + incoming[line.kind] * line.amountMinor,
          );
        });
      });

      it('comes in pages, none of which leaves a line out', async () => {
        const whole = await statementAfter(0n);
        const paged: StatementLine[] = [];
        for (let more = true; more;) {
          const page = await rail().statement(paged.at(-1)?.lineId ?? 0n, 2);
          expect(page.lines.length).toBeLessThanOrEqual(2);
          paged.push(...page.lines);
          more = page.hasMore;
        }
        expect(paged).toEqual(whole);
        const after = await rail().statement(whole.at(-1)?.lineId ?? 0n, 10);
        expect(after).toEqual({ lines: [], unread: [], hasMore: false });
      });

      it.each([...unreadable, '96' as const])('that is %s is not to be had', async (answer) => {
        await world().misbehave({ on: 'statement', answer }, world().newDestination());
        await expect(railFor(answer).statement(0n, 10)).rejects.toThrow(RailUnavailableError);
        expect((await rail().statement(0n, 10)).lines.length).toBeGreaterThan(0);
      });
    });
  });
}
