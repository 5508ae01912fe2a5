import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReturnError, verifyReturn } from '../../../sdk/src/index.ts';
import { order } from '../../support/api-client.js';
import type { AnyWorld } from '../../support/api-world.js';
import { ReadersFolder } from '../docs/page-code.js';
import { load, naira, openPageWithAccount, press, textOf } from './page-requests.js';

/** What a payer takes away from the page. */
export function ends(world: () => AnyWorld): void {
  describe('the way back to the shop', () => {
    const shop = 'https://shop.example.ng/thanks?cart=7';
    const returnOf = (html: string): string =>
      (/href="(https:\/\/shop\.example\.ng\/thanks[^"]*)"/.exec(html)?.[1] ?? '').replaceAll(
        '&amp;',
        '&',
      );

    it('is signed with how the payment ended, and leads nowhere before', async () => {
      const { reference, reply } = await world().initiated({ redirectUrl: shop });
      const { checkoutUrl: url, returnSecret: secret } = reply.data as Record<string, string>;
      if (url === undefined || secret === undefined) throw new Error('initiate has not told all');
      expect(secret).toMatch(/^rs_[A-Za-z0-9_-]{43}$/);
      expect(returnOf((await load(url)).html)).toBe('');
      await press(`${url}/card`, { card: 'card_approved' });
      await world().until(reference, 'SUCCESSFUL');
      const back = returnOf((await load(url)).html);
      expect(back).toContain('?cart=7&');
      expect(verifyReturn({ url: back, secret })).toMatchObject({
        paymentReference: reference,
        status: 'SUCCESSFUL',
      });
      const wrong = back.replace('status=SUCCESSFUL', 'status=REFUNDED');
      expect(() => verifyReturn({ url: wrong, secret })).toThrow(ReturnError);
    });

    it('tells of the other ends too, under one secret of the merchant', async () => {
      const [cancelled, expired] = [
        await world().initiated({ redirectUrl: shop }),
        await world().initiated({ redirectUrl: shop }),
      ];
      const secret = String(cancelled.reply.data.returnSecret);
      expect(expired.reply.data.returnSecret).toBe(secret);
      await world().merchant.cancel(cancelled.reference);
      await world().endSession(expired.reference);
      for (const [{ reply }, status] of [
        [cancelled, 'CANCELLED'],
        [expired, 'EXPIRED'],
      ] as const) {
        const { html } = await load(String(reply.data.checkoutUrl));
        expect(verifyReturn({ url: returnOf(html), secret }).status).toBe(status);
      }
      const other = await world().otherMerchant('Return Shop');
      const theirs = await other.initiate(order({ channels: ['Bank'] }));
      expect(theirs.data.returnSecret).not.toBe(secret);
    });

    describe('and the code of docs/checkout-page.md', () => {
      let folder: ReadersFolder;
      beforeAll(async () => {
        folder = new ReadersFolder();
        await folder.compile('docs/checkout-page.md');
      });
      afterAll(() => folder[Symbol.dispose]());

      it('leaves to it', async () => {
        folder.write(
          'serve-buy.js',
          `import { buy } from './buy.js';
buy.listen(0, '127.0.0.1', () => process.send(buy.address().port));`,
        );
        const { baseUrl, merchant } = world().manilla;
        const { program, first: port } = await folder.start('serve-buy.js', {
          MANILLA_URL: baseUrl,
          MANILLA_CLIENT_ID: merchant.clientId,
          MANILLA_CLIENT_SECRET: merchant.clientSecret,
        });
        const { status, headers } = await load(`http://127.0.0.1:${String(port)}/buy`);
        program.kill();
        expect(status).toBe(303);
        expect(textOf((await load(headers.get('location') ?? '')).html)).toContain(
          'Pay ₦10,000.00',
        );
      });

      it('reads it', async () => {
        const { reference, reply } = await world().initiated({ redirectUrl: shop });
        await world().merchant.cancel(reference);
        const back = new URL(returnOf((await load(String(reply.data.checkoutUrl))).html));
        folder.write(
          'serve.js',
          `import { thanks } from './thanks.js';
thanks.listen(0, '127.0.0.1', () => process.send(thanks.address().port));`,
        );
        const env = { MANILLA_RETURN_SECRET: String(reply.data.returnSecret) };
        const { program, first: port } = await folder.start('serve.js', env);
        const ask = async (search: string) => {
          const told = await fetch(`http://127.0.0.1:${String(port)}/thanks${search}`);
          return `${told.status} ${await told.text()}`;
        };
        expect(await ask(back.search)).toBe(`200 Order ${reference} is CANCELLED`);
        expect(await ask(back.search.replace('CANCELLED', 'SUCCESSFUL'))).toMatch(/^400 /);
        program.kill();
      });
    });
  });

  describe('the receipt', () => {
    it('says on paper what the books say', async () => {
      const { url, reference, accountNumber } = await openPageWithAccount(world(), {
        channels: ['Bank'],
        amount: 1_000_050,
        description: 'Two pairs of shoes',
        items: [{ name: 'Shoes', quantity: 2, amount: 1_000_050 }],
      });
      expect(await load(`${url}/receipt.pdf`)).toMatchObject({ status: 303 });
      await world().merchant.pay({ accountNumber, amount: 1_200_051 });
      await world().until(reference, 'SUCCESSFUL');
      const reply = await fetch(`${url}/receipt.pdf`);
      expect(reply.headers.get('content-type')).toBe('application/pdf');
      const { text } = await extractText(new Uint8Array(await reply.arrayBuffer()), {
        mergePages: true,
      });
      const { data } = await world().merchant.query(reference);
      const [{ fee, vat }] = data.transactions as [{ fee: number; vat: number }];
      expect(fee + vat).toBeGreaterThan(0);
      for (const shown of [
        'SANDBOX SHOP',
        reference,
        data.transaction.transactionReference,
        data.transaction.sessionId,
        accountNumber,
        'Two pairs of shoes',
        '2 × Shoes',
        'Amount paid',
        'Sender',
        'Thank you for your payment to SANDBOX SHOP.',
        'Check this receipt: scan the code.',
        naira(data.amountAccepted),
      ]) {
        expect(text).toContain(shown);
      }
      // What went back was never the payment, and what the shop pays for it is not the payer's business.
      expect(text).not.toContain(naira(1_200_051));
      expect(text).not.toContain(naira(fee));
      expect((await load(url)).html).toContain('/receipt.pdf"');
    });
  });
}
