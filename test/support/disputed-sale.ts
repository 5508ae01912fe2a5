import { Acquirer, newToken } from './scenarios/acquirer.js';
import { newReference, order, type ApiClient } from './api-client.js';

export interface DisputedSale {
  readonly reference: string;
  readonly chargeId: string;
  /** The acquirer's number of the chargeback. */
  readonly number: number;
  readonly disputeId: string;
}

/** An order that a card paid, and whose payment the card holder disputes. */
export async function disputedSale(
  shop: ApiClient,
  simulatorUrl: string,
  {
    reference = newReference(),
    evidenceDueAt,
  }: { reference?: string; evidenceDueAt?: string | undefined } = {},
): Promise<DisputedSale> {
  const acquirer = new Acquirer(simulatorUrl);
  const token = newToken('card_approved');
  const begun = await shop.initiate(order({ paymentReference: reference }));
  if (begun.status !== 200) throw new Error(`the order did not begin: ${begun.text}`);
  const { accessCode } = (await shop.query(reference)).data;
  const amount = begun.data.amountPayableByChannel.Card as number;
  const card = { paymentChannel: 'Card', account: token, paymentReference: reference };
  const paid = await shop.complete({ ...card, amount, accessCode }, { prefer: 'wait=20' });
  if (paid.status !== 200) throw new Error(`the card was not charged: ${paid.text}`);
  const chargeId = (await acquirer.chargesOf(token))[0]?.charge_id ?? '';
  const { number } = await acquirer.openChargeback(chargeId, evidenceDueAt);
  const found = await shop.get(`/api/v1/disputes?reference=${reference}`);
  return { reference, chargeId, number, disputeId: String(found.data.items[0]?.disputeId) };
}
