import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cardCheckout, chargesOf } from '../../support/card-checkouts.js';
import { ApiWorld } from '../../support/api-world.js';

let world: ApiWorld;
beforeAll(async () => void (world = await ApiWorld.shared()));
afterEach(() => world.bank.behaveWell());

describe('a card that is being charged', () => {
  it.each(['worker', 'api'] as const)(
    'is charged once when the %s is killed meanwhile, and the same call tells the result',
    async (program) => {
      const { reference, pay } = await cardCheckout(world);
      await world.bank.misbehave({ on: 'charge', delayMs: 1_500, times: 1 });
      const paying = pay('card_approved', { prefer: 'wait=1' }).catch(() => 'no answer');
      await expect.poll(() => chargesOf(world, reference)).toHaveLength(1);
      await world.manilla.kill(program);
      await paying;
      await world.manilla.restart(program);
      await world.until(reference, 'SUCCESSFUL');
      expect((await pay('card_approved')).status).toBe(200);
      expect(await chargesOf(world, reference)).toMatchObject([{ calls: 1 }]);
      expect((await world.merchant.query(reference)).data.transactions).toHaveLength(1);
    },
  );
});
