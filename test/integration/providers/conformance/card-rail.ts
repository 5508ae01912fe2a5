import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardCharge, CardRail, DisputeAnswer } from '../../../../src/domain/card-rail.port.js';

/** How a rail is tried: an acquirer that can be told to misbehave, and a token of each kind. */
export interface CardRailUnderTest {
  /** Waits for an answer for as long as a busy machine may need. */
  readonly rail: CardRail;
  /** A new rail that gives up soon, for an answer that never comes. No failure before has opened its breaker. */
  hurried(): CardRail;
  readonly tokens: {
    readonly approved: string;
    /** Declined with code 51. */
    readonly declined: string;
    /** Declined with code 91. */
    readonly issuerAway: string;
    readonly mustAct: string;
  };
  /** The next call of this kind answers so, once; `done`: it takes effect all the same. */
  misbehave(
    on:
      | ('charge' | 'charge-query' | 'card-refund' | 'card-refund-query')
      | ('dispute-answer' | 'dispute-answer-query'),
    wrong: { readonly answer: string; readonly done?: boolean },
  ): Promise<void>;
  /** The payer acts, or does not. */
  act(chargeId: string, approves: boolean): Promise<void>;
  /** The card holder disputes the charge; answers what the acquirer calls the chargeback. */
  dispute(chargeId: string, evidenceDueAt: Date): Promise<string>;
  /** What the acquirer holds of the charge, less what was refunded; null when it has none. */
  leftOf(chargeId: string): Promise<bigint | null>;
  close(): Promise<void>;
}

const wrongAnswers = ['TIMEOUT', 'RESET', 'HTTP_500', 'GARBAGE', 'EMPTY', '01', '09', '96', '97'];
/** A status query may be refused by itself: it has a wrong form, or nobody is there to ask. */
const wrongOfQuery = [...wrongAnswers, '12', '30', '91', '94'];

/** What every adapter of an acquirer must hold, whatever the acquirer does. */
export function cardRailConformance(name: string, start: () => Promise<CardRailUnderTest>): void {
  describe(`${name} as a card rail`, () => {
    let under: CardRailUnderTest;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under?.close());
    const railFor = (answer: string): CardRail =>
      answer === 'TIMEOUT' ? under.hurried() : under.rail;

    const newCharge = (token: string): CardCharge => ({
      chargeId: `att_${randomBytes(12).toString('hex')}`,
      token,
      amountMinor: 250_000n,
      currency: 'NGN',
      returnUrl: 'https://shop.example/back',
    });
    const query = (charge: CardCharge, rail = under.rail) => rail.query(charge.chargeId, charge);
    const approved = async (): Promise<CardCharge> => {
      const charge = newCharge(under.tokens.approved);
      expect((await under.rail.charge(charge)).outcome).toBe('APPROVED');
      return charge;
    };
    const newRefund = ({ chargeId }: CardCharge, amountMinor = 250_000n) => ({
      refundId: `rfd_${randomBytes(12).toString('hex')}`,
      chargeId,
      amountMinor,
      currency: 'NGN',
    });

    it('charges a card, and names it without its number', async () => {
      const charge = newCharge(under.tokens.approved);
      const answer = await under.rail.charge(charge);
      expect(answer).toMatchObject({
        outcome: 'APPROVED',
        code: '00',
        failure: null,
        action: null,
      });
      expect(answer.card).toMatchObject({
        first6: expect.stringMatching(/^\d{6}$/),
        last4: expect.stringMatching(/^\d{4}$/),
      });
      expect(await query(charge)).toEqual(answer);
      expect(await under.leftOf(charge.chargeId)).toBe(250_000n);
    });

    it('charges once, however often it is asked', async () => {
      const charge = await approved();
      const again = await Promise.all([1, 2, 3].map(() => under.rail.charge(charge)));
      expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['APPROVED']));
      expect(await under.leftOf(charge.chargeId)).toBe(250_000n);
    });

    it('tells a decline with its code', async () => {
      const charge = newCharge(under.tokens.declined);
      const answer = await under.rail.charge(charge);
      expect(answer).toMatchObject({ outcome: 'DECLINED', code: '51', failure: null });
      expect((await query(charge)).outcome).toBe('DECLINED');
    });

    it('tells what the payer must do, and what came of it', async () => {
      for (const [approves, outcome] of [
        [true, 'APPROVED'],
        [false, 'DECLINED'],
      ] as const) {
        const charge = newCharge(under.tokens.mustAct);
        const answer = await under.rail.charge(charge);
        expect(answer.outcome).toBe('ACTION_REQUIRED');
        expect(answer.action?.url).toMatch(/^https?:/);
        expect((await query(charge)).action).toEqual(answer.action);
        await under.act(charge.chargeId, approves);
        expect((await query(charge)).outcome).toBe(outcome);
      }
    });

    it('has no record of what it was never asked for', async () => {
      const charge = newCharge(under.tokens.approved);
      expect((await query(charge)).outcome).toBe('ABSENT');
      expect((await under.rail.queryRefund(charge.chargeId)).outcome).toBe('ABSENT');
    });

    it.each(wrongAnswers)('believes nothing of a charge that is answered %s', async (answer) => {
      for (const done of [true, false]) {
        const charge = newCharge(under.tokens.approved);
        await under.misbehave('charge', { answer, done });
        expect((await railFor(answer).charge(charge)).outcome).toBe('UNKNOWN');
        const { outcome } = await query(charge);
        expect(outcome).toBe(done ? 'APPROVED' : 'ABSENT');
      }
    });

    it.each(wrongOfQuery)('believes nothing of a query that is answered %s', async (answer) => {
      const charge = await approved();
      await under.misbehave('charge-query', { answer });
      expect((await query(charge, railFor(answer))).outcome).toBe('UNKNOWN');
      expect((await query(charge)).outcome).toBe('APPROVED');
    });

    it('does not believe a query that shows another amount than was asked for', async () => {
      const charge = await approved();
      for (const other of [{ amountMinor: 250_001n }, { currency: 'USD' }]) {
        const answer = await query({ ...charge, ...other });
        expect(answer).toMatchObject({ outcome: 'UNKNOWN', failure: 'GARBAGE' });
      }
    });

    it('knows by a query that shows the charge that its issuer was not there', async () => {
      const charge = newCharge(under.tokens.issuerAway);
      await under.rail.charge(charge);
      expect(await query(charge)).toMatchObject({ outcome: 'DECLINED', code: '91' });
    });

    it('refunds in parts, each once, and never more than was charged', async () => {
      const charge = await approved();
      const part = newRefund(charge, 100_000n);
      for (let times = 0; times < 3; times += 1) {
        expect((await under.rail.refund(part)).outcome).toBe('APPROVED');
      }
      expect((await under.rail.queryRefund(part.refundId)).outcome).toBe('APPROVED');
      expect(await under.leftOf(charge.chargeId)).toBe(150_000n);
      expect((await under.rail.refund(newRefund(charge, 150_001n))).outcome).toBe('DECLINED');
      expect((await under.rail.refund(newRefund(charge, 150_000n))).outcome).toBe('APPROVED');
      expect(await under.leftOf(charge.chargeId)).toBe(0n);
    });

    it.each(wrongAnswers)('believes nothing of a refund that is answered %s', async (answer) => {
      for (const done of [true, false]) {
        const refund = newRefund(await approved());
        await under.misbehave('card-refund', { answer, done });
        expect((await railFor(answer).refund(refund)).outcome).toBe('UNKNOWN');
        await under.misbehave('card-refund-query', { answer });
        const asked = railFor(answer).queryRefund(refund.refundId);
        expect((await asked).outcome).toBe('UNKNOWN');
        const { outcome } = await under.rail.queryRefund(refund.refundId);
        expect(outcome).toBe(done ? 'APPROVED' : 'ABSENT');
      }
    });

    it.each(wrongOfQuery)('believes nothing of a query for a refund: %s', async (answer) => {
      const refund = newRefund(await approved());
      await under.rail.refund(refund);
      await under.misbehave('card-refund-query', { answer });
      expect((await railFor(answer).queryRefund(refund.refundId)).outcome).toBe('UNKNOWN');
      expect((await under.rail.queryRefund(refund.refundId)).outcome).toBe('APPROVED');
    });

    const tomorrow = () => new Date(Date.now() + 86_400_000);
    const newAnswer = async (
      kind: DisputeAnswer['kind'] = 'EVIDENCE',
      chargebackId?: string,
    ): Promise<DisputeAnswer> => ({
      answerId: `dsa_${randomBytes(12).toString('hex')}`,
      chargebackId: chargebackId ?? (await under.dispute((await approved()).chargeId, tomorrow())),
      kind,
      files: [],
      evidence:
        kind === 'ACCEPT'
          ? null
          : {
              explanation: 'Signed for.',
              deliveredAt: null,
              deliveryReference: null,
              documents: [],
            },
    });

    it.each(['EVIDENCE', 'ACCEPT'] as const)(
      'takes one answer to a chargeback, once: %s',
      async (kind) => {
        const answer = await newAnswer(kind);
        for (let times = 0; times < 2; times += 1) {
          expect(await under.rail.answerDispute(answer)).toMatchObject({ outcome: 'SUCCESS' });
        }
        expect(await under.rail.queryDisputeAnswer(answer.answerId)).toMatchObject({
          outcome: 'SUCCESS',
        });
        const second = await newAnswer('EVIDENCE', answer.chargebackId);
        expect(await under.rail.answerDispute(second)).toMatchObject({
          outcome: 'FAILED',
          failure: kind === 'ACCEPT' ? 'ALREADY_DECIDED' : 'ALREADY_ANSWERED',
        });
      },
    );

    it('refuses an answer that comes too late, or is to no chargeback', async () => {
      const late = await under.dispute((await approved()).chargeId, new Date(Date.now() - 1_000));
      for (const [chargebackId, failure] of [
        [late, 'DEADLINE_PASSED'],
        ['cbk-0', 'NOT_ACCEPTED'],
      ] as const) {
        const answer = await newAnswer('EVIDENCE', chargebackId);
        expect(await under.rail.answerDispute(answer)).toMatchObject({
          outcome: 'FAILED',
          failure,
        });
      }
    });

    it.each(wrongAnswers)(
      'believes nothing of an answer to a chargeback that is replied to with %s',
      async (reply) => {
        for (const done of [true, false]) {
          const answer = await newAnswer();
          await under.misbehave('dispute-answer', { answer: reply, done });
          expect((await railFor(reply).answerDispute(answer)).outcome).toBe('UNKNOWN');
          await under.misbehave('dispute-answer-query', { answer: reply });
          const asked = railFor(reply).queryDisputeAnswer(answer.answerId);
          expect((await asked).outcome).toBe('UNKNOWN');
          const { outcome } = await under.rail.queryDisputeAnswer(answer.answerId);
          expect(outcome).toBe(done ? 'SUCCESS' : 'ABSENT');
        }
      },
    );

    it.each(wrongOfQuery)('believes nothing of a query for such an answer: %s', async (reply) => {
      const answer = await newAnswer();
      await under.rail.answerDispute(answer);
      await under.misbehave('dispute-answer-query', { answer: reply });
      const asked = railFor(reply).queryDisputeAnswer(answer.answerId);
      expect((await asked).outcome).toBe('UNKNOWN');
    });
  });
}
