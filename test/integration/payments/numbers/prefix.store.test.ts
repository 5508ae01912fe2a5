import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { PgPrefixStore } from '../../../../src/payments/numbers/prefix.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let prefixes: PgPrefixStore;
let reconciliation: PgReconciliationStore;

beforeAll(async () => {
  shop = await Shop.open(4);
  prefixes = new PgPrefixStore(shop.pool);
  reconciliation = new PgReconciliationStore(shop.pool);
  await shop.pool.query(`select add_prefix('510', 'sandbox', '058', 'Example MFB', '000013', 10)`);
  await shop.pool.query(`insert into merchant_prefix (merchant_id, prefix) values ($1, '510')`, [
    shop.merchantId,
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** As if the last count were long ago. */
const recount = () =>
  shop.pool.query(`update prefix_usage set counted_at = now() - interval '1 day'`);
async function usageOf(prefix: string) {
  await recount();
  const found = (await prefixes.usage(shop.merchantId)).find((each) => each.prefix === prefix);
  if (found === undefined) throw new Error(`no prefix ${prefix}`);
  return found;
}

let count = 0;
async function issued() {
  const checkout = await shop.initiate();
  const accountNumber = `510000000${(count += 1)}`;
  return { checkout, account: await shop.issue(checkout, { prefix: '510', accountNumber }) };
}

describe('a prefix', () => {
  it('has numbers in use, in quarantine and left, as the clock has it', async () => {
    expect(await usageOf('510')).toMatchObject({ capacity: 10, inUse: 0, quarantined: 0 });
    const [paid, over] = [await issued(), await issued(), await issued()];
    expect(await usageOf('510')).toMatchObject({ inUse: 3, quarantined: 0 });
    await shop.payAndPost(paid, 1_000_000n);
    // No timer has fired yet.
    await shop.letPass(over.checkout, 31);
    expect(await usageOf('510')).toMatchObject({ inUse: 1, quarantined: 2 });
    await shop.letPass(paid.checkout, 80 * 60);
    await shop.numbers.releaseNumbers(10);
    expect(await usageOf('510')).toMatchObject({ inUse: 1, quarantined: 1 });
  });

  it('is counted no oftener than a twentieth of the time allows', async () => {
    const { countedAt } = await usageOf('510');
    await shop.pool.query(`update prefix_usage set took = interval '1 minute'`);
    await issued();
    const [first, second] = [
      await prefixes.usage(shop.merchantId),
      await prefixes.usage(shop.merchantId),
    ];
    expect(first).toEqual(second);
    expect(first.find(({ prefix }) => prefix === '510')?.countedAt).toEqual(countedAt);
    expect(await usageOf('510')).toMatchObject({ inUse: 2 });
  });

  it('of a merchant that names none is the default when it is the first', async () => {
    const defaults = async () =>
      (await prefixes.usage(shop.merchantId))
        .filter((each) => each.isDefault)
        .map(({ prefix }) => prefix);
    expect(await defaults()).toEqual(['501']);
    const name = (prefix: string) =>
      shop.pool.query('update merchant_prefix set is_default = true where prefix = $1', [prefix]);
    await name('510');
    expect(await defaults()).toEqual(['510']);
    await expect(name('501')).rejects.toMatchObject({ constraint: 'merchant_prefix_default' });
  });
});

describe('a prefix that is used to 70 %', () => {
  const finding = async () => {
    const { rows } = await shop.pool.query(
      `select subject, action, detail from finding where kind = 'NUMBER_POOL_LOW'`,
    );
    return rows as unknown[];
  };
  const sweep = async () => {
    await recount();
    const search = reconciliation.searches.find(({ name }) => name === 'find_crowded_prefixes');
    return search?.run();
  };

  it('is found, and is no finding any more when it is used less', async () => {
    expect(await sweep()).toEqual([]);
    while ((await usageOf('510')).inUse < 6) await issued();
    expect(await sweep()).toMatchObject([{ subject: '510', action: 'ATTENTION' }]);
    expect(await finding()).toMatchObject([
      {
        subject: '510',
        action: 'ATTENTION',
        detail: { capacity: '10', inUse: '6', quarantined: '1' },
      },
    ]);
    await shop.pool.query(`update number_prefix set capacity = 1000 where prefix = '510'`);
    expect(await sweep()).toEqual([]);
    expect(await finding()).toMatchObject([{ subject: '510', action: 'RESOLVED' }]);
    await shop.pool.query(`update number_prefix set capacity = 10 where prefix = '510'`);
    expect(await sweep()).toHaveLength(1);
    expect(await finding()).toMatchObject([{ action: 'ATTENTION' }]);
  });
});
