import { expect, it } from 'vitest';
import { isSettlementSchedule } from '../../../src/domain/settlement-schedule.js';

it.each([
  'T0_INSTANT',
  'T1',
  'T2',
  'MANUAL',
  'WEEKLY:MON',
  'WEEKLY:FRI',
  'MONTHLY:1',
  'MONTHLY:31',
])('%s is a schedule', (schedule) => {
  expect(isSettlementSchedule(schedule)).toBe(true);
});

it.each([
  '',
  't1',
  'T1 ',
  'T3',
  'WEEKLY',
  'WEEKLY:SAT',
  'WEEKLY:mon',
  'MONTHLY:0',
  'MONTHLY:01',
  'MONTHLY:32',
  'T1\n',
])('%j is none', (schedule) => {
  expect(isSettlementSchedule(schedule)).toBe(false);
});
