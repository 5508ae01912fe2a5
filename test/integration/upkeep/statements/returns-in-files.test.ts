import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankRail } from '../../../../src/domain/bank-rail.port.js';
import { createReconciler } from '../../../../src/upkeep/reconciliation/create-reconciler.js';
import type { Reconciler } from '../../../../src/upkeep/reconciliation/reconciler.js';
import { toStatementLines } from '../../../../src/upkeep/statements/statement-file.js';
import { PgStatementFiles } from '../../../../src/upkeep/statements/statement-file.store.js';
import { operator } from '../../../support/actors.js';
import { reconcilerParts } from '../../../support/reconciler-parts.js';
import { Shop } from '../../../support/shop.js';

/** A bank whose lines come as files only. */
const provider = 'sandbox';
const bank = { capabilities: { statement: 'NONE' } } as unknown as BankRail;

let shop: Shop;
let reconciler: Reconciler;
beforeAll(async () => {
  shop = await Shop.open();
  reconciler = createReconciler(reconcilerParts(shop, new Map([[provider, bank]])));
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

type Line = readonly [way: 'CREDIT' | 'DEBIT', sessionId: string, amountMinor: bigint];

/** Imports a file of these lines and acts on it. Returns the kinds of the stored lines, and what each was found to be. */
async function read(...given: readonly Line[]): Promise<string[]> {
  const lines = toStatementLines(
    '9900000001',
    given.map(([way, sessionId, amountMinor], row) => ({
      ...{ row, way, sessionId, amountMinor, currency: 'NGN', narration: '' },
      ...{ at: new Date(), balanceMinor: null, accountNumber: '9900000001' },
    })),
  );
  const file = { provider, account: '9900000001', by: operator(), lines };
  await new PgStatementFiles(shop.pool).take(file);
  await reconciler.pullStatement(provider);
  const ids = lines.map(({ lineId }) => lineId);
  const { rows } = await shop.pool.query<{ found: string }>(
    `select kind || ' ' || matched as found from statement_line where line_id = any ($1)
      order by array_position($1::bigint[], line_id)`,
    [ids],
  );
  return rows.map(({ found }) => found);
}

async function stray(sessionId: string) {
  return (await shop.pay('5019999999', 300_000n, { sessionId })).creditId;
}

/** A refund of 3,000.00 that has arrived. */
async function sent(sessionId: string): Promise<string> {
  const creditId = await stray(`paid-${sessionId}`);
  const ruling = { by: 'OPERATOR', decision: 'return' } as const;
  await shop.heldCredits.resolveCredit({ creditId, ruling });
  const refundId = (await shop.refundsOf(creditId))[0]?.refundId ?? '';
  for (const event of ['SENT', 'CONFIRMED'] as const) {
    await shop.refundSteps.take({ refundId, sessionId, event });
  }
  return refundId;
}
const statusOf = async (refundId: string) => (await shop.refundSteps.find(refundId)).status;

async function valueOf(sql: string): Promise<unknown> {
  return (await shop.pool.query<{ value: unknown }>(sql)).rows[0]?.value;
}
const hold = () => valueOf(`select outgoing_hold('${provider}') as value`);

describe('a file', () => {
  it('takes a sending back that came back', async () => {
    const refundId = await sent('came-back');
    expect(await read(['DEBIT', 'came-back', 300_000n], ['CREDIT', 'came-back', 300_000n])).toEqual(
      ['DEBIT MATCHED', 'DEBIT_RETURNED TRANSFER_RETURNED'],
    );
    expect(await statusOf(refundId)).toBe('NEEDS_ACCOUNT');
  });

  it('takes a payer’s credit back that was recalled, and stops nothing', async () => {
    const creditId = await stray('recalled');
    expect(await read(['CREDIT', 'recalled', 300_000n])).toEqual(['CREDIT MATCHED']);
    expect(await read(['DEBIT', 'recalled', 300_000n])).toEqual(['CREDIT_RECALLED RECALLED']);
    const event = `select outcome as value from rail_event where subject = 'recalled'`;
    expect(await valueOf(event)).toBe('REVERSED');
    const resolution = `select resolution as value from inward_credit where credit_id = '${creditId}'`;
    expect(await valueOf(resolution)).not.toBeNull();
    expect(await hold()).toBeNull();
  });

  it('leaves the return of a part to a person', async () => {
    const refundId = await sent('in-part');
    expect(await read(['CREDIT', 'in-part', 100_000n])).toEqual([
      'DEBIT_RETURNED RETURNED_IN_PART',
    ]);
    expect(await statusOf(refundId)).toBe('SUCCESSFUL');
  });

  it('leaves a correction of the bank to a person', async () => {
    const refundId = await sent('corrected');
    const debit = ['DEBIT', 'corrected', 300_000n] as const;
    const found = await read(debit, debit, ['CREDIT', 'corrected', 300_000n]);
    expect(found.toSorted()).toEqual([
      ...['CREDIT UNEXPLAINED_CREDIT', 'DEBIT DEBIT_DIFFERS', 'DEBIT MATCHED'],
    ]);
    expect(await statusOf(refundId)).toBe('SUCCESSFUL');
    const credited = `select count(*) as value from inward_credit where session_id = 'corrected'`;
    expect(await valueOf(credited)).toBe(0n);
  });

  it.each([
    ['a charge for a payer’s credit', 'charged', 5_000n],
    ['a credit that is refunded', 'paid-corrected', 300_000n],
  ])('does not take %s for its recall', async (_what, sessionId, amountMinor) => {
    if (sessionId === 'charged') await stray(sessionId);
    expect(await read(['DEBIT', sessionId, amountMinor])).toEqual(['DEBIT UNEXPLAINED_DEBIT']);
    expect(await hold()).toBe('UNEXPLAINED_DEBIT');
    await shop.pool.query(`select book_debit('${sessionId}', null, 'ngozi', 'a test')`);
  });
});
