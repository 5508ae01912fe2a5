import { expect, test } from 'vitest';
import {
  lookPauseMs,
  operatorSaid,
  SendingTrail,
} from '../../../../workflows/payouts/outward-transfer.js';

test('a sending that is held is looked at after growing pauses, never more than a minute apart for hours', () => {
  const pauses = [0, 1, 2, 3, 4, 400].map((looks) => lookPauseMs(looks, 0.5));
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 45_000, 45_000]);
  expect(lookPauseMs(400, 1)).toBeLessThan(60_000);
});

test('the looks of a day leave a history that a payout can bear', () => {
  let looks = 0;
  for (let ms = 0; ms < 86_400_000; looks += 1) ms += lookPauseMs(looks, 0.5);
  expect(looks * 6).toBeLessThan(5_000);
});

test('those that are held together are not looked at together', () => {
  expect([0, 1].map((random) => lookPauseMs(4, random))).toEqual([33_750, 56_250]);
});

test('what was decided about a sending says nothing of the next one', () => {
  const trail = new SendingTrail(undefined);
  trail.begin({ sessionId: 'first', sentAt: '2026-11-26T10:00:00Z' });
  trail.reported('first');
  Object.assign(trail.news, { isTyped: true, said: operatorSaid.not_sent });
  trail.begin({ sessionId: 'second', sentAt: '2026-11-26T10:05:00Z' });
  expect(trail.news).toEqual({ isThere: false, isTyped: false, said: undefined });
});
