import type { Policies } from '../../src/domain/policies.js';
import type { Fact } from '../../src/platform/temporal/fact.js';
import type { CheckoutFact } from './checkout-world.js';
import type { RailWorld } from './rail-world.js';

const dayMs = 86_400_000;

/** A checkout that has ended unpaid, and money of its amount that was sent an hour after. */
export async function heldLate(
  rails: RailWorld,
  policies: Partial<Policies>,
): Promise<{ initiated: CheckoutFact; creditId: string; fact: Fact }> {
  const { world } = rails;
  const initiated = await world.initiate({ policies });
  const { checkoutId, amountMinor } = initiated.checkout;
  const { accountNumber } = await world.issueAccount(initiated, { validityMinutes: 10 });
  await world.pool.query('select expire_checkout($1, $2)', [
    checkoutId,
    new Date(Date.now() + 2 * dayMs),
  ]);
  const sentAt = new Date(Date.now() + dayMs / 24);
  const { creditId, fact } = await rails.receive(accountNumber, amountMinor, { sentAt });
  if (fact === null) throw new Error('no workflow is to be told of the credit');
  return { initiated, creditId, fact };
}
