import { describe, expect, it } from 'vitest';
import { resolvePolicies } from '../../../../src/domain/policies.js';
import { screenOf } from '../../../../src/pages/payer/screen.js';
import { attempt, checkout, credit, later } from '../../../support/shown-checkout.js';

describe('the screen', () => {
  it('asks how to pay before there is an account', () => {
    expect(screenOf(checkout({ status: 'INITIATED', accounts: [] }))).toEqual({
      kind: 'choose',
      dueMinor: 1_000_050n,
      receivedMinor: 0n,
      byTransfer: true,
      cardMinor: 1_020_000n,
      endedAccount: null,
      decline: null,
    });
  });

  it('shows the account that takes money, and what is due to the kobo', () => {
    expect(screenOf(checkout())).toMatchObject({
      kind: 'transfer',
      dueMinor: 1_000_050n,
      accountNumber: '5011234561',
      endsAt: later(30),
    });
  });

  it('shows no account whose time is over, though no timer has said so yet', () => {
    const now = later(30);
    expect(screenOf(checkout({ now }))).toMatchObject({
      kind: 'choose',
      endedAccount: '5011234561',
    });
    const policies = resolvePolicies({ onAccountExpiry: 'EXPIRE' });
    expect(screenOf(checkout({ now, policies }))).toMatchObject({ kind: 'ended', why: 'EXPIRED' });
  });

  it('asks for the rest of a part, at the same account, and by no card', () => {
    const part = { status: 'PARTIALLY_PAID', appliedMinor: 400_000n } as const;
    expect(screenOf(checkout(part))).toMatchObject({
      kind: 'transfer',
      dueMinor: 600_050n,
      receivedMinor: 400_000n,
      expectedMinor: 1_000_050n,
      cardMinor: null,
    });
    expect(screenOf(checkout({ ...part, now: later(31) }))).toMatchObject({
      kind: 'choose',
      dueMinor: 600_050n,
      receivedMinor: 400_000n,
      cardMinor: null,
    });
  });

  it('says that money has arrived before it is booked', () => {
    expect(screenOf(checkout({ status: 'PROCESSING' }))).toEqual({ kind: 'booking' });
  });

  it.each([
    [attempt(), { step: 'CHARGING', actionUrl: null, card: null }],
    [attempt({ status: 'UNKNOWN' }), { step: 'UNKNOWN', actionUrl: null, card: null }],
    [
      attempt({
        status: 'REQUIRES_ACTION',
        action: { type: 'OTP', url: 'https://bank.example/1' },
      }),
      { step: 'OTP', actionUrl: 'https://bank.example/1', card: null },
    ],
  ])('follows a card that is being charged: %#', (charge, expected) => {
    const screen = screenOf(checkout({ status: 'PROCESSING', cardAttempts: [charge] }));
    expect(screen).toEqual({ kind: 'card', ...expected });
  });

  it.each([
    ['51', 'FUNDS'],
    ['54', 'EXPIRED_CARD'],
    ['55', 'PIN'],
    ['05', 'OTHER'],
  ] as const)('tells of a decline by code %s', (responseCode, decline) => {
    const cardAttempts = [attempt({ status: 'FAILED', responseCode })];
    expect(screenOf(checkout({ status: 'INITIATED', accounts: [], cardAttempts }))).toMatchObject({
      kind: 'choose',
      decline,
    });
  });

  it('tells of the last card alone, and of one that was not confirmed', () => {
    const declineOf = (...cardAttempts: ReturnType<typeof attempt>[]) =>
      screenOf(checkout({ status: 'INITIATED', accounts: [], cardAttempts }));
    const poor = attempt({ status: 'FAILED', responseCode: '51' });
    const left = attempt({ status: 'EXPIRED' });
    expect(declineOf(poor, left)).toMatchObject({ decline: 'NOT_CONFIRMED' });
    expect(declineOf(left, poor)).toMatchObject({ decline: 'FUNDS' });
    expect(declineOf(poor, attempt({ status: 'CANCELLED' }))).toMatchObject({ decline: null });
  });

  it('shows what was accepted of a paid checkout, and by what', () => {
    const paid = { status: 'SUCCESSFUL', acceptedMinor: 1_000_050n, credits: [credit()] } as const;
    expect(screenOf(checkout(paid))).toMatchObject({
      kind: 'paid',
      acceptedMinor: 1_000_050n,
      byCard: false,
      transactionReference: 'txn_1',
      later: null,
    });
    expect(screenOf(checkout({ ...paid, status: 'REVERSED' }))).toMatchObject({
      later: 'REVERSED',
    });
  });

  it.each([
    [1_000_050n, 0n, true],
    [0n, 1_000_050n, true],
    [400_000n, 600_050n, true],
    [400_000n, 600_049n, false],
    [0n, 0n, false],
  ])(
    'knows whether all is gone: %s refunded, %s taken back',
    (refundedMinor, takenBackMinor, isGone) => {
      const paid = { status: 'SUCCESSFUL', acceptedMinor: 1_000_050n } as const;
      const screen = screenOf(checkout({ ...paid, refundedMinor, takenBackMinor }));
      expect(screen).toMatchObject({ kind: 'paid', isGone, refundedMinor });
    },
  );

  it.each([
    ['CANCELLED', 'CANCELLED'],
    ['FAILED', 'FAILED'],
    ['EXPIRED', 'EXPIRED'],
  ] as const)('says that a checkout that is %s cannot be paid', (status, why) => {
    expect(screenOf(checkout({ status }))).toMatchObject({ kind: 'ended', why });
  });

  it('ends with the session, though no timer has said so yet', () => {
    expect(screenOf(checkout({ now: later(1_440) }))).toMatchObject({ kind: 'ended' });
  });
});
