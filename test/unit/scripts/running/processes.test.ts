import { expect, it } from 'vitest';
import { machineTime, postgresName, stolenPercent } from '../../../../scripts/running/processes.js';

it('of a machine’s time tells how much its host gave to others', () => {
  const before = machineTime('cpu  100 0 50 800 10 0 0 40 7 7\ncpu0 1 1 1 1 1 1 1 1 0 0\n');
  expect(before).toEqual({ all: 1_000, stolen: 40 });
  const after = machineTime('cpu  400 0 150 1300 10 0 0 140 9 9\n');
  expect(stolenPercent(before, after)).toBe(10);
  expect(stolenPercent(before, before)).toBe(0);
  expect(machineTime().all).toBeGreaterThan(0);
});

it.each([
  ['postgres: manilla_app shop [local] idle', 'shop'],
  ['postgres: manilla temporal_visibility 127.0.0.1(55688) INSERT', 'temporal_visibility'],
  ['postgres: walwriter ', 'walwriter'],
  ['/opt/postgres -D data', 'postmaster'],
])('of the title "%s" tells what PostgreSQL does there', (title, name) => {
  expect(postgresName(1, () => title)).toBe(name);
});
