import { newId } from '../../src/platform/database/new-id.js';
import type { RailEvent } from '../../src/payments/cards/rail-event.js';
import type { Order, Shop } from './shop.js';

export const acquirer = 'simulator-acquirer';

/** An order that a card paid: as approved charges are booked. */
export async function paidByCard(
  shop: Shop,
  order: Order = {},
  amountMinor = 1_000_000n,
  merchantId = shop.merchantId,
) {
  const checkout = await shop.initiate({
    ...order,
    cardMinor: amountMinor,
    overrides: { merchantId },
  });
  const [creditId, chargeId] = [newId('txn'), `att_${newId('txn').slice(4)}`];
  await shop.pool.query(
    `insert into inward_credit (credit_id, provider, session_id, checkout_id, merchant_id, amount_minor, channel)
       values ($1, $2, $3, $4, $5, $6, 'Card')`,
    [creditId, acquirer, chargeId, checkout.checkoutId, merchantId, amountMinor],
  );
  await shop.pool.query('select post_journals(judge_credit($1, false))', [creditId]);
  return { checkout, creditId, chargeId };
}

/** What an acquirer tells of a chargeback, or of a charge that it reverses. */
export function chargeback(
  kind: RailEvent['kind'],
  chargeId: string,
  reference: string,
  about: Pick<RailEvent, 'reason' | 'evidenceDueAt'> = {},
): RailEvent {
  return {
    provider: acquirer,
    eventId: `${reference}-${kind}`,
    kind,
    subject: chargeId,
    reference,
    amountMinor: 1_000_000n,
    feeMinor: 0n,
    ...about,
  };
}
