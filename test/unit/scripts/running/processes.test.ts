import { expect, it } from 'vitest';
import { postgresName } from '../../../../scripts/running/processes.js';

it.each([
  ['postgres: manilla_app shop [local] idle', 'shop'],
  ['postgres: manilla temporal_visibility 127.0.0.1(55688) INSERT', 'temporal_visibility'],
  ['postgres: walwriter ', 'walwriter'],
  ['/opt/postgres -D data', 'postmaster'],
])('of the title "%s" tells what PostgreSQL does there', (title, name) => {
  expect(postgresName(1, () => title)).toBe(name);
});
