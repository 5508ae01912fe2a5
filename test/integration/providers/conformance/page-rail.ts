import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CardRail,
  DisputeAnswer,
  PageCharge,
  SavedCard,
} from '../../../../src/domain/card-rail.port.js';

type Operation =
  | ('initialize' | 'verify' | 'charge' | 'refund' | 'refunds')
  | ('upload' | 'resolve' | 'dispute' | 'settlement');

/** How an acquirer is tried whose own page asks for the card. */
export interface PageRailUnderTest {
  /** Waits for an answer for as long as a busy machine may need. */
  readonly rail: CardRail;
  /** A new rail that gives up soon, for an answer that never comes. No failure before has opened its breaker. */
  hurried(): CardRail;
  /** The next call of this kind answers so, once; `done`: it takes effect all the same. */
  misbehave(
    on: Operation,
    wrong: {
      readonly answer?: string;
      readonly as?: string;
      readonly done?: boolean;
      /** Once, unless it is said. */
      readonly times?: number;
    },
  ): Promise<void>;
  /** The payer pays on the page, or is declined there with these words. */
  pay(chargeId: string, words?: string): Promise<void>;
  dispute(chargeId: string, evidenceDueAt: Date): Promise<string>;
  settle(netMinor: bigint, feeMinor: bigint, at: Date): Promise<void>;
  /** What the acquirer has of a charge: whether it was ever opened, and each refund that was made. */
  booksOf(chargeId: string): Promise<{ readonly isThere: boolean; readonly refunds: bigint[] }>;
  close(): Promise<void>;
}

const unreadable = ['TIMEOUT', 'RESET', 'HTTP_500', 'GARBAGE', 'EMPTY'] as const;

/** What every adapter of an acquirer with a page of its own must hold, whatever the acquirer does. */
export function pageRailConformance(name: string, start: () => Promise<PageRailUnderTest>): void {
  describe(`${name} as a card rail with a page of its own`, () => {
    let under: PageRailUnderTest;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under?.close());
    const railFor = (answer: string): CardRail =>
      answer === 'TIMEOUT' ? under.hurried() : under.rail;

    const newCharge = (): PageCharge => ({
      chargeId: `att_${randomBytes(12).toString('hex')}`,
      email: 'ada@shop.example',
      amountMinor: 250_000n,
      currency: 'NGN',
      returnUrl: 'https://shop.example/back',
    });
    const open = (charge: PageCharge, rail = under.rail) => {
      if (rail.open === undefined) throw new Error('it opens no page');
      return rail.open(charge);
    };
    const opened = async (): Promise<PageCharge> => {
      const charge = newCharge();
      expect((await open(charge)).outcome).toBe('ACTION_REQUIRED');
      return charge;
    };
    const paid = async (): Promise<PageCharge> => {
      const charge = await opened();
      await under.pay(charge.chargeId);
      return charge;
    };
    const verify = (charge: PageCharge, rail = under.rail) => rail.query(charge.chargeId, charge);

    it('sends the payer to its page; what was paid there is known by asking, and not before', async () => {
      const charge = newCharge();
      const answer = await open(charge);
      expect(answer).toMatchObject({ outcome: 'ACTION_REQUIRED', code: null, card: null });
      expect(answer.action?.url).toMatch(/^https?:/);
      expect((await verify(charge)).outcome).toBe('UNKNOWN');
      await under.pay(charge.chargeId);
      expect(await verify(charge)).toMatchObject({
        ...{ outcome: 'APPROVED', code: '00', action: null },
        card: { last4: expect.stringMatching(/^\d{4}$/), first6: expect.stringMatching(/^\d{6}$/) },
        savedCard: { authorisation: expect.stringMatching(/./), email: charge.email },
      });
    });

    it.each([
      ['Insufficient Funds', '51'],
      ['Expired card', '54'],
      ['Incorrect PIN', '55'],
      ['Suspected fraud', '59'],
      ['The issuer said no', '05'],
    ])('has the code of a decline that says "%s"', async (words, code) => {
      const charge = await opened();
      await under.pay(charge.chargeId, words);
      expect(await verify(charge)).toMatchObject({ outcome: 'DECLINED', code, failure: null });
    });

    it('has no record of a charge that was never opened', async () => {
      expect((await verify(newCharge())).outcome).toBe('ABSENT');
    });

    it.each([...unreadable, 'NO_ADDRESS'])('opens nothing for certain after %s', async (wrong) => {
      for (const done of [true, false]) {
        const charge = newCharge();
        const rule = wrong === 'NO_ADDRESS' ? { as: wrong } : { answer: wrong, done };
        await under.misbehave('initialize', rule);
        const answer = await open(charge, railFor(wrong));
        expect(answer).toMatchObject({ outcome: 'UNKNOWN', action: null });
        // The same reference again is refused, and tells no address either.
        const again = await open(charge);
        const isThere = wrong === 'NO_ADDRESS' || done;
        expect(again.outcome).toBe(isThere ? 'UNKNOWN' : 'ACTION_REQUIRED');
      }
    });

    it.each([...unreadable, 'OTHER_AMOUNT', 'OTHER_CURRENCY', 'OTHER_REFERENCE'])(
      'does not believe a payment that is verified with %s',
      async (wrong) => {
        const charge = await paid();
        const isAnswer = (unreadable as readonly string[]).includes(wrong);
        await under.misbehave('verify', isAnswer ? { answer: wrong } : { as: wrong });
        expect((await verify(charge, railFor(wrong))).outcome).toBe('UNKNOWN');
        expect((await verify(charge)).outcome).toBe('APPROVED');
      },
    );

    it('reads amounts that are text, and a failure that is a 200', async () => {
      const charge = await paid();
      await under.misbehave('verify', { as: 'AMOUNT_TEXT' });
      expect((await verify(charge)).outcome).toBe('APPROVED');
      await under.misbehave('verify', { as: 'FAILED_200' });
      expect((await verify(charge)).outcome).toBe('DECLINED');
    });

    const newRefund = ({ chargeId }: PageCharge, amountMinor = 100_000n) => ({
      refundId: `rfd_${randomBytes(12).toString('hex')}`,
      ...{ chargeId, amountMinor, currency: 'NGN' },
    });
    const refundsOf = async (charge: PageCharge) => (await under.booksOf(charge.chargeId)).refunds;

    it('makes a refund once, however often it is asked, and two of the same amount are two', async () => {
      const charge = await paid();
      const [one, other] = [newRefund(charge), newRefund(charge)];
      for (const refund of [one, one, other, one, other]) {
        expect((await under.rail.refund(refund)).outcome).toBe('APPROVED');
      }
      expect(await refundsOf(charge)).toEqual([100_000n, 100_000n]);
      expect((await under.rail.refund(newRefund(charge, 50_001n))).outcome).toBe('DECLINED');
      for (const { refundId } of [one, other]) {
        const found = await under.rail.queryRefund(refundId, charge.chargeId);
        expect(found.outcome).toBe('APPROVED');
      }
    });

    it.each(unreadable)('finds a refund again whose answer was %s', async (answer) => {
      for (const done of [true, false]) {
        const charge = await paid();
        const refund = newRefund(charge);
        await under.misbehave('refund', { answer, done });
        expect((await railFor(answer).refund(refund)).outcome).toBe('UNKNOWN');
        const found = await under.rail.queryRefund(refund.refundId, charge.chargeId);
        expect(found.outcome).toBe(done ? 'APPROVED' : 'ABSENT');
        expect((await under.rail.refund(refund)).outcome).toBe('APPROVED');
        expect(await refundsOf(charge)).toEqual([100_000n]);
      }
    });

    it.each(unreadable)('makes none while the list of refunds is %s', async (answer) => {
      const charge = await paid();
      const refund = newRefund(charge);
      await under.misbehave('refunds', { answer });
      expect((await railFor(answer).refund(refund)).outcome).toBe('UNKNOWN');
      expect(await refundsOf(charge)).toEqual([]);
      expect((await under.rail.queryRefund(refund.refundId)).outcome).toBe('UNKNOWN');
    });

    describe('a card that was kept', () => {
      const kept = async (): Promise<SavedCard> => {
        const { savedCard } = await verify(await paid());
        if (!savedCard) throw new Error('no card was kept');
        return savedCard;
      };
      const chargeSaved = async (savedCard: SavedCard, charge = newCharge(), rail = under.rail) => {
        const answer = await rail.chargeSaved?.({ ...charge, savedCard });
        return { answer, charge };
      };

      it('is charged under its own e-mail, and under no other', async () => {
        const savedCard = await kept();
        expect((await chargeSaved(savedCard)).answer?.outcome).toBe('APPROVED');
        const eves = { ...savedCard, email: 'eve@shop.example' };
        expect((await chargeSaved(eves)).answer?.outcome).toBe('DECLINED');
      });

      it.each(unreadable)('is charged once when the answer is %s', async (answer) => {
        const savedCard = await kept();
        for (const done of [true, false]) {
          await under.misbehave('charge', { answer, done });
          const first = await chargeSaved(savedCard, newCharge(), railFor(answer));
          expect(first.answer?.outcome).toBe('UNKNOWN');
          expect((await verify(first.charge)).outcome).toBe(done ? 'APPROVED' : 'ABSENT');
          const again = await chargeSaved(savedCard, first.charge);
          expect(again.answer?.outcome).toBe(done ? 'UNKNOWN' : 'APPROVED');
          expect((await verify(first.charge)).outcome).toBe('APPROVED');
        }
      });
    });

    const newAnswer = async (kind: DisputeAnswer['kind'] = 'EVIDENCE'): Promise<DisputeAnswer> => {
      const { chargeId } = await paid();
      const file = { fileId: `evf_${randomBytes(8).toString('hex')}`, mediaType: 'image/png' };
      return {
        answerId: `dsa_${randomBytes(12).toString('hex')}`,
        chargebackId: await under.dispute(chargeId, new Date(Date.now() + 86_400_000)),
        kind,
        files: [
          { ...file, mediaType: 'image/png', content: () => Promise.resolve(randomBytes(100)) },
        ],
        evidence: {
          ...{ explanation: 'Signed for.', deliveredAt: null, deliveryReference: null },
          documents: [],
        },
      };
    };

    it.each(['EVIDENCE', 'ACCEPT'] as const)('answers a dispute once: %s', async (kind) => {
      const answer = await newAnswer(kind);
      const { answerId, chargebackId } = answer;
      const ask = () => under.rail.queryDisputeAnswer(answerId, chargebackId);
      expect((await ask()).outcome).toBe('ABSENT');
      expect((await under.rail.answerDispute(answer)).outcome).toBe('SUCCESS');
      expect((await ask()).outcome).toBe('SUCCESS');
      expect(await under.rail.answerDispute(answer)).toMatchObject({
        ...{ outcome: 'FAILED', failure: 'ALREADY_ANSWERED' },
      });
    });

    it('refuses an answer that is late, or is to no dispute', async () => {
      const late = await under.dispute((await paid()).chargeId, new Date(Date.now() - 1_000));
      for (const [chargebackId, failure] of [
        [late, 'DEADLINE_PASSED'],
        ['0', 'NOT_ACCEPTED'],
      ] as const) {
        const answer = { ...(await newAnswer()), chargebackId };
        const given = await under.rail.answerDispute(answer);
        expect(given).toMatchObject({ outcome: 'FAILED', failure });
      }
    });

    it('believes nothing of a query for an answer that is refused', async () => {
      const asked = under.rail.queryDisputeAnswer('dsa_0', '0');
      expect((await asked).outcome).toBe('UNKNOWN');
    });

    it.each(['upload', 'resolve'] as const)(
      'is not sure of an answer after a lost %s',
      async (on) => {
        const answer = await newAnswer();
        await under.misbehave(on, { answer: 'RESET', done: true });
        expect((await under.rail.answerDispute(answer)).outcome).toBe('UNKNOWN');
        const { outcome } = await under.rail.queryDisputeAnswer(
          answer.answerId,
          answer.chargebackId,
        );
        expect(outcome).toBe(on === 'resolve' ? 'SUCCESS' : 'ABSENT');
      },
    );

    it('tells what was paid on, each once, although its pages move while they are read', async () => {
      const since = new Date('2026-11-01T00:00:00Z');
      await under.settle(1n, 1n, new Date('2026-10-31T22:59:59Z'));
      for (let nth = 1n; nth <= 7n; nth += 1n) await under.settle(nth * 100n, nth, since);
      await under.misbehave('settlement', { as: 'PAGE_MOVES', times: 4 });
      const told = await under.rail.settlements?.(since);
      expect(told?.map(({ netMinor, feeMinor }) => [netMinor, feeMinor])).toEqual(
        [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((nth) => [nth * 100n, nth]),
      );
      // Longer than a float holds.
      expect(new Set(told?.map(({ settlementId }) => settlementId)).size).toBe(7);
      for (const each of told ?? []) expect(BigInt(each.settlementId)).toBeGreaterThan(2n ** 53n);
      await under.misbehave('settlement', { answer: 'RESET' });
      await expect(under.rail.settlements?.(since)).rejects.toThrow('does not tell');
    });
  });
}
