import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { keyHolder } from '../../../support/actors.js';
import { chargeback, paidByCard } from '../../../support/card-sale.js';
import { Shop } from '../../../support/shop.js';
import { evidenceFilesOf } from '../../../support/world-activities.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const most = { files: 2, bytes: 100 };

async function disputed(change = ''): Promise<string> {
  const { chargeId, creditId } = await paidByCard(shop);
  const evidenceDueAt = new Date(Date.now() + 86_400_000);
  const events = new PgRailEventStore(shop.pool);
  await events.receive(
    chargeback('CHARGEBACK_OPENED', chargeId, `cbk-${creditId}`, { evidenceDueAt }),
  );
  if (change !== '') {
    await shop.pool.query(`update dispute set ${change} where credit_id = $1`, [creditId]);
  }
  const { rows } = await shop.pool.query('select dispute_id from dispute where credit_id = $1', [
    creditId,
  ]);
  return rows[0].dispute_id;
}

async function add(disputeId: string, bytes: number): Promise<string> {
  const content = Buffer.alloc(bytes, 'a');
  const { outcome } = await evidenceFilesOf(shop.pool).add(
    {
      ...{ merchantId: shop.merchantId, disputeId, fileId: newId('fil') },
      ...{ mediaType: 'application/pdf', content, uploadHash: Buffer.from(newId('fil')) },
      by: keyHolder('mid_test'),
    },
    most,
  );
  return outcome;
}

it.each([
  ['just the size that is left', [60, 40], 'ADDED'],
  ['a byte more than is left', [60, 41], 'EVIDENCE_FULL'],
  ['just the size of all', [100], 'ADDED'],
  ['a byte more than all', [101], 'EVIDENCE_FULL'],
  ['one file more', [1, 1, 1], 'EVIDENCE_FULL'],
] as const)('%s: %j is %s', async (_what, sizes, expected) => {
  const disputeId = await disputed();
  const outcomes: string[] = [];
  for (const bytes of sizes) outcomes.push(await add(disputeId, bytes));
  expect(outcomes).toEqual([...sizes.slice(1).map(() => 'ADDED'), expected]);
});

it.each([
  [`evidence_due_at = now() + interval '1 minute'`, 'ADDED'],
  [`evidence_due_at = now() - interval '1 second'`, 'DISPUTE_DEADLINE_PASSED'],
  [`kind = 'RECALL'`, 'DISPUTE_NOT_OPEN'],
  [`status = 'WON', closed_at = now()`, 'DISPUTE_NOT_OPEN'],
  [`status = 'LOST', closed_at = now()`, 'DISPUTE_NOT_OPEN'],
])('of a dispute with %s it is %s', async (change, expected) => {
  expect(await add(await disputed(change), 1)).toBe(expected);
});
