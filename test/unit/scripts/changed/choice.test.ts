import { describe, expect, it } from 'vitest';
import { choose } from '../../../../scripts/changed/choice.js';

const tests = [
  'test/unit/domain/money.test.ts',
  'test/integration/payouts/refunds/search.test.ts',
  'test/integration/payouts/statements/statement.test.ts',
  'test/workflows/payouts/refund.workflow.test.ts',
  'test/workflows/payouts/payout.workflow.test.ts',
  'test/e2e/api/refund-theft.test.ts',
  'test/replay/histories.test.ts',
];
const chosen = (change: string, related: string[] = []) => choose([change], tests, related).chosen;

describe('a change', () => {
  it('in a folder runs the tests of that folder, and those above that are about the same', () => {
    expect(chosen('src/payouts/refunds/refund.store.ts')).toEqual([
      'test/integration/payouts/refunds/search.test.ts',
      'test/workflows/payouts/refund.workflow.test.ts',
      'test/e2e/api/refund-theft.test.ts',
    ]);
  });

  it('of SQL runs the tests of its room, and of what its folder is about', () => {
    expect(chosen('src/payouts/sending/sendings.sql')).toEqual([
      'test/integration/payouts/refunds/search.test.ts',
      'test/integration/payouts/statements/statement.test.ts',
      'test/workflows/payouts/refund.workflow.test.ts',
      'test/workflows/payouts/payout.workflow.test.ts',
      'test/e2e/api/refund-theft.test.ts',
    ]);
  });

  it('of a workflow runs the tests of its room, and replays every history', () => {
    expect(chosen('workflows/payouts/payout.workflow.ts')).toEqual([
      'test/integration/payouts/refunds/search.test.ts',
      'test/integration/payouts/statements/statement.test.ts',
      'test/replay/histories.test.ts',
      'test/workflows/payouts/refund.workflow.test.ts',
      'test/workflows/payouts/payout.workflow.test.ts',
    ]);
  });

  it('runs quick tests that import it; slow ones only when they are about it', () => {
    const related = [
      'test/unit/domain/money.test.ts',
      'test/workflows/payouts/payout.workflow.test.ts',
    ];
    expect(chosen('src/domain/money.ts', related)).toEqual(['test/unit/domain/money.test.ts']);
  });

  it('of a helper runs the tests that import it, and of a test that test', () => {
    const importing = 'test/workflows/payouts/payout.workflow.test.ts';
    expect(chosen('test/workflows/platform/stuck-workflow.ts', [importing])).toEqual([importing]);
    expect(chosen(importing, [importing])).toEqual([importing]);
  });

  it('runs five slow tests at most, the nearest by name, and names the others', () => {
    const many = [1, 2, 3, 4, 5, 6].map((n) => `test/e2e/api/refund-${n}.test.ts`);
    const near = 'test/e2e/ops/refund-crash.test.ts';
    const choice = choose(['src/payouts/refunds/refund-crash.ts'], [...many, near], []);
    expect(choice.chosen[0]).toBe(near);
    expect(choice.chosen).toHaveLength(5);
    expect(choice.left).toHaveLength(2);
  });

  it('that no chosen test is about is named', () => {
    const change = 'src/platform/database/audit.sql';
    expect(choose([change], tests, []).untested).toEqual([change]);
    expect(choose(['README.md'], tests, []).untested).toEqual([]);
  });
});
