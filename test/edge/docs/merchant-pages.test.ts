import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, merchantPages } from '../../support/doc-blocks.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { order, type ApiClient } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { disputedSale } from '../../support/disputed-sale.js';
import { PageStory } from './page-story.js';

/** Every request that a page for merchants shows is sent, and every reply that it shows is the one that comes. */

type Shop = Awaited<ReturnType<ApiWorld['otherMerchant']>>;

let world: ApiWorld<TestEdge>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.edge(), WebhookReceiver.start()]);
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await world?.stop();
});

async function awaiting(shop: Shop, paymentReference: string, amount = 1_000_000) {
  await shop.initiate(order({ paymentReference, amount }));
  const { prefix } = shop.merchant;
  const account = await shop.createAccount({ paymentReference, prefix, validity: 30, amount });
  return String(account.data.accountNumber);
}

async function paid(shop: Shop, paymentReference: string, amount = 1_000_000): Promise<void> {
  const accountNumber = await awaiting(shop, paymentReference, amount);
  await shop.pay({ accountNumber, amount });
  await expect
    .poll(async () => (await shop.query(paymentReference)).data.status)
    .toBe('SUCCESSFUL');
}

/** What a reader of the page has already; the values are what the page calls by another name. */
const given: Readonly<Record<string, (shop: Shop) => Promise<Record<string, string>>>> = {
  'docs/lists.md': async (shop) => {
    await paid(shop, 'ORD-1001');
    await shop.initiate(order({ paymentReference: 'ORD-1002' }));
    await shop.post('/api/v1/sandbox/checkouts/ORD-1002/clock', { seconds: 86_400 });
    return {};
  },
  'docs/settlement-api.md': async (shop) => {
    const settings = { schedule: 'T0_INSTANT', minimumPayout: 0 };
    await put(shop, '/api/v1/merchant/settlement-settings', settings);
    await paid(shop, 'ORD-1001', 3_000_000);
    return {};
  },
  'docs/money-that-does-not-fit.md': async (shop) => {
    await paid(shop, 'ORD-1001');
    await awaiting(shop, 'ORD-1002');
    await disputedSale(shop, world.manilla.simulatorUrl, { reference: 'ORD-1003' });
    return {};
  },
  'docs/errors.md': async (shop) => {
    await shop.initiate(order({ paymentReference: 'ORD-1001' }));
    return {};
  },
  'docs/sandbox.md': async (shop) => {
    await awaiting(shop, 'ORD-1002');
    return { '5010000138': await awaiting(shop, 'ORD-1001') };
  },
};

function put(shop: ApiClient, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  return shop.send('PUT', path, { body: JSON.stringify(body), headers });
}

const stories = merchantPages.filter((page) =>
  blocksOf(page).some(({ language }) => language === 'http'),
);

describe('the requests and replies of', () => {
  it.each(stories)('%s', async (page) => {
    const shop = await world.otherMerchant(`Page Shop ${stories.indexOf(page) + 1}`, [
      'refunds:destination',
    ]);
    const { clientId, clientSecret, prefix } = shop.merchant;
    const story = new PageStory(shop, {
      ...(await given[page]?.(shop)),
      mid_c2FuZGJveC1tZXJjaGFudA: clientId,
      sk_test_dGhpcy1pcy1hbi1leGFtcGxlLW5vdC1hLXNlY3JldCEb1a2c3d4: clientSecret,
      '501': prefix,
      'https://shop.example.ng/webhooks/manilla': receiver.url,
    });
    for (const block of blocksOf(page)) {
      if (block.language === 'http' || block.language === 'json') await story.play(block);
    }
    expect(story.faults).toEqual([]);
  });
});
