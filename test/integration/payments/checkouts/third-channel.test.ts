import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PgMerchantStore } from '../../../../src/http/access/merchant.store.js';
import { newCheckout } from '../../../../src/payments/checkouts/checkout-request.js';
import { InitiateRequest } from '../../../../src/payments/checkouts/initiate.dto.js';
import { CompleteRequest } from '../../../../src/payments/checkouts/complete.dto.js';
import { effectiveState } from '../../../../src/payments/checkouts/effective-state.js';
import { PaymentChannels } from '../../../../src/payments/checkouts/payment-channels.js';
import type { MerchantProfile } from '../../../../src/http/access/merchant.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { assertBooks } from '../../../support/books.js';
import { Shop } from '../../../support/shop.js';
import {
  addUssd,
  ussd,
  UssdChannel,
  ussdPrefix,
  ussdProvider,
} from '../../../support/ussd/ussd-channel.js';

let shop: Shop;
let merchant: MerchantProfile;
const channels = new PaymentChannels([new UssdChannel()]);

beforeAll(async () => {
  shop = await Shop.open(4);
  await addUssd(shop.pool, shop.merchantId);
  const profile = await new PgMerchantStore(shop.pool).profile(shop.merchantId);
  if (profile === undefined) throw new Error('the merchant is not there');
  merchant = { ...profile, feeBearer: 'CUSTOMER' };
});
// Events may name the third channel, which their document does not know.
afterEach(() => assertBooks(shop.database));
afterAll(() => shop[Symbol.asyncDispose]());

/** As the merchant asks for it: by all channels of the merchant, and the payer bears the fee. */
async function initiated(paymentReference: string, by = merchant) {
  const request = Object.assign(new InitiateRequest(), {
    ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada', lastName: 'Obi' },
    ...{ amount: 1_000_000, paymentReference },
  });
  return (await shop.checkouts.initiate(newCheckout(newId('chk'), by, request))).checkout;
}

/** A checkout whose payer has a code to dial. The number is one of the channel's. */
async function withCode(paymentReference: string, by = merchant) {
  const checkout = await initiated(paymentReference, by);
  const amountMinor = checkout.offers[ussd]?.expectedMinor ?? 0n;
  const { outcome, account, outstandingMinor } = await shop.checkouts.issueAccount(
    shop.accountRequest(checkout, {
      prefix: ussdPrefix,
      accountNumber: `${ussdPrefix}${String(Date.now()).slice(-7)}`,
      amountMinor,
    }),
  );
  return { checkout, outcome, account, outstandingMinor, amountMinor };
}

describe('a channel that nobody but its row and its handler knows', () => {
  it('is offered at its own fee', async () => {
    const { channels: offered, offers } = await initiated('USSD-offer');
    expect(offered).toEqual(['Bank', ussd]);
    expect(offers[ussd]).toMatchObject({ feePlanId: 'card', expectedMinor: 1_027_316n });
    expect(offers.Bank).toMatchObject({ feePlanId: 'transfer', expectedMinor: 1_010_867n });
  });

  it('is refused where it is not offered', async () => {
    const checkout = await shop.initiate({ overrides: { channels: ['Bank'] } });
    const asked = shop.accountRequest(checkout, { prefix: ussdPrefix });
    expect((await shop.checkouts.issueAccount(asked)).outcome).toBe('CHANNEL_NOT_ENABLED');
  });

  it('takes the money, books it in its own accounts, and sends it back from them', async () => {
    const { checkout, account, amountMinor } = await withCode('USSD-paid');
    const { checkoutId, paymentReference } = checkout;
    const accountNumber = account?.accountNumber ?? '';
    const ask = async () => {
      const found = await shop.checkouts.find(shop.merchantId, paymentReference);
      if (found === undefined) throw new Error('the checkout is not there');
      return channels.named(ussd).complete(found, new CompleteRequest(), 0);
    };
    await expect(ask()).rejects.toMatchObject({
      reason: 'PAYMENT_PENDING',
      message: `Dial *901*1027316*${accountNumber}#`,
    });

    const { creditId } = await shop.pay(accountNumber, amountMinor, { provider: ussdProvider });
    await shop.steps.applyCredit({ creditId });
    expect(await ask()).toMatchObject({
      status: 'SUCCESSFUL',
      paymentChannel: ussd,
      amountPaid: 1_027_316,
      fee: 25_410,
    });
    const found = await shop.checkouts.find(shop.merchantId, paymentReference);
    if (found === undefined) throw new Error('the checkout is not there');
    expect(channels.attempts(found, effectiveState(found))).toMatchObject([
      { paymentChannel: ussd, status: 'SUCCEEDED', accountNumber },
    ]);
    expect(await shop.balanceOf(`1100:${ussdProvider}:NGN`)).toBe(amountMinor);
    expect(await shop.balanceOf('4120:-:NGN')).toBe(-25_410n);
    expect(await told(checkoutId)).toEqual([
      { type: 'collection.received', channel: ussd, source: '******7503' },
      { type: 'checkout.successful', channel: ussd, source: '******7503' },
    ]);
    const marks = await shop.pool.query('select mark from checkout_mark where checkout_id = $1', [
      checkoutId,
    ]);
    expect(marks.rows).toEqual([{ mark: 'channel Ussd' }]);

    await shop.requestRefund(creditId, { amountMinor: 27_316n });
    const [refund] = await shop.refundsOf(checkoutId);
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await shop.balanceOf(`1110:${ussdProvider}:NGN`)).toBe(-27_316n);
  });

  it('has its own bearer of the fee, whoever bears that of transfers', async () => {
    const by = { ...merchant, feeBearer: 'MERCHANT', feeBearers: { Bank: 'CUSTOMER' } } as const;
    const { checkout, account, amountMinor } = await withCode('USSD-bearer', by);
    expect({ amountMinor, feeBearer: checkout.feeBearer }).toEqual({
      ...{ amountMinor: 1_000_000n, feeBearer: 'CUSTOMER' },
    });
    const at = { provider: ussdProvider };
    const { creditId } = await shop.pay(account?.accountNumber ?? '', amountMinor, at);
    await shop.steps.applyCredit({ creditId });
    expect(await shop.read(checkout)).toMatchObject({
      ...{ status: 'SUCCESSFUL', feeBearer: 'MERCHANT' },
    });
  });
});

async function told(checkoutId: string): Promise<unknown[]> {
  const { rows } = await shop.pool.query(
    `select type, body::json -> 'data' ->> 'paymentChannel' as channel,
            body::json -> 'data' -> 'source' ->> 'accountNumber' as source
       from event where checkout_id = $1 order by sequence`,
    [checkoutId],
  );
  return rows;
}
