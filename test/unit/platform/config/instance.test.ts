import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { connectionName, instanceName } from '../../../../src/platform/config/instance.js';

it('is the process and the machine, unless somebody names it', () => {
  expect(instanceName({})).toBe(`${process.pid}@${hostname()}`);
  expect(instanceName({ MANILLA_INSTANCE: '' })).toBe(`${process.pid}@${hostname()}`);
  expect(instanceName({ MANILLA_INSTANCE: 'lagos-2' })).toBe('lagos-2');
});

it('is cut where PostgreSQL would cut it', () => {
  expect(connectionName('manilla-api', { MANILLA_INSTANCE: 'lagos-2' })).toBe(
    'manilla-api lagos-2',
  );
  expect(connectionName('manilla-api', { MANILLA_INSTANCE: 'x'.repeat(80) })).toHaveLength(63);
});
