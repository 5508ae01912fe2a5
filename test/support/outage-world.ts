import { afterAll, beforeAll, expect } from 'vitest';
import { ApiWorld, type OpenCheckout } from './api-world.js';
import { TemporalOfItsOwn } from './temporal-of-its-own.js';

/** A whole Manilla on a Temporal that may be taken away. */
export class OutageWorld {
  temporal!: TemporalOfItsOwn;
  api!: ApiWorld;

  /** Starts before the tests of the file that calls it, and ends after them. */
  static ofThisFile(): OutageWorld {
    const world = new OutageWorld();
    beforeAll(async () => {
      world.temporal = await TemporalOfItsOwn.start();
      world.api = await ApiWorld.start(world.temporal.env);
    });
    afterAll(async () => {
      await world.api?.stop();
      await world.temporal?.stop();
    });
    return world;
  }

  fiveAwaitingPayment(): Promise<OpenCheckout[]> {
    return Promise.all(Array.from({ length: 5 }, () => this.api.awaitingPayment()));
  }

  async pay({
    accountNumber,
    amount,
  }: Pick<OpenCheckout, 'accountNumber' | 'amount'>): Promise<void> {
    const reply = await this.api.merchant.pay({ accountNumber, amount });
    expect(reply.status).toBe(200);
  }

  async allSuccessful(checkouts: readonly OpenCheckout[]): Promise<void> {
    for (const { completion } of checkouts) {
      const reply = await this.api.merchant.complete(completion, { prefer: 'wait=30' });
      expect(reply.data).toMatchObject({ status: 'SUCCESSFUL' });
    }
  }
}
