import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manilla } from '../../support/manilla-cli.js';
import { hasPgBouncer } from '../../support/pgbouncer.js';
import { ApiWorld } from '../../support/api-world.js';

if (!hasPgBouncer) console.log('There is no PgBouncer: the test of programs behind it is skipped.');

describe.skipIf(!hasPgBouncer)('API and worker behind PgBouncer in transaction mode', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await ApiWorld.start({}, [], true);
  });
  afterAll(() => world?.manilla.stop());

  it('are ready, and say whose functions they call', async () => {
    const told = async () => (await fetch(`${world.manilla.baseUrl}/health/ready`)).json();
    await expect.poll(told).toMatchObject({ data: { status: 'READY' } });
    const rows = await world.query('select distinct release from ring_holder');
    expect(rows).toEqual([{ release: expect.stringMatching(/^release_[0-9a-f]{12}$/) }]);
  });

  it('carry many checkouts at once from the order to the books', async () => {
    const paid = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { completion, reference } = await world.awaitingPayment();
        await world.merchant.pay({
          accountNumber: completion['account'],
          amount: completion['amount'],
        });
        return world.merchant.complete(completion, { prefer: 'wait=20' }).then(() => reference);
      }),
    );
    for (const reference of paid) {
      expect((await world.merchant.query(reference)).data.status).toBe('SUCCESSFUL');
    }
    const faults = await world.query('select claim, faults from books_proof where faults <> 0');
    expect(faults).toEqual([]);
  });

  it('have commands that say which URL they lack', async () => {
    const { DATABASE_URL } = world.manilla.env;
    const { code, stderr } = await manilla(['retention'], {
      ...{ DATABASE_URL, MANILLA_DIRECT_DATABASE_URL: '' },
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('Set MANILLA_DIRECT_DATABASE_URL to the database itself.'),
    });
  });
});
