import { ApplicationFailure } from '@temporalio/common';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { toFailure } from '../../../../activities/platform/failures.js';

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('duplicate key: (ada@example.com)', 0, 'error');
  error.code = code;
  error.detail = 'Key (email)=(ada@example.com) already exists.';
  return error;
}

const nodeError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

describe('failures of a step', () => {
  test.each([
    ['57P01 (shutting down)', databaseError('57P01'), 'LEDGER_UNAVAILABLE', false],
    ['57014 (statement timeout)', databaseError('57014'), 'LEDGER_UNAVAILABLE', false],
    ['53300 (too many connections)', databaseError('53300'), 'LEDGER_UNAVAILABLE', false],
    ['40P01 (deadlock)', databaseError('40P01'), 'LEDGER_UNAVAILABLE', false],
    ['25006 (read-only after a failover)', databaseError('25006'), 'LEDGER_UNAVAILABLE', false],
    ['a refused connection', nodeError('ECONNREFUSED'), 'LEDGER_UNAVAILABLE', false],
    ['a pool that timed out', new Error('timeout exceeded'), 'LEDGER_UNAVAILABLE', false],
    ['42P01 (no such table)', databaseError('42P01'), 'LEDGER_MISMATCH', false],
    ['42501 (no permission)', databaseError('42501'), 'LEDGER_MISMATCH', false],
    ['23505 (a broken constraint)', databaseError('23505'), 'LEDGER_REFUSED', true],
    ['22023 (raised by our functions)', databaseError('22023'), 'LEDGER_REFUSED', true],
    ['a defect of the code', new TypeError('x is undefined'), 'INTERNAL', true],
    ['something that is no error', 'oops', 'LEDGER_UNAVAILABLE', false],
  ])('%s', (_name, error, type, nonRetryable) => {
    expect(toFailure(error)).toMatchObject({ type, nonRetryable });
  });

  test('say the type and the code, and nothing of the row', () => {
    const failure = toFailure(databaseError('23505'));
    expect(failure.message).toBe('LEDGER_REFUSED 23505');
    expect(JSON.stringify(failure)).not.toContain('ada');
    expect(failure.cause).toBeUndefined();
  });

  test('that are failures already stay as they are', () => {
    const failure = ApplicationFailure.create({ type: 'ENDPOINT_BUSY' });
    expect(toFailure(failure)).toBe(failure);
  });
});
