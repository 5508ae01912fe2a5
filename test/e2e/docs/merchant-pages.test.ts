import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { signatureHeaders } from '../../../src/notifications/signer.js';
import { mintWebhookSecret, webhookSecretKey } from '../../../src/notifications/webhook-secret.js';
import { blocksOf, merchantPages } from '../../support/doc-blocks.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { newReference, order, type ApiClient } from '../api/api-client.js';
import { ApiWorld } from '../api/api-world.js';
import { disputedSale } from '../api/disputed-sale.js';
import { ReadersFolder } from './page-code.js';
import { PageStory } from './page-story.js';

/** Every request that a page for merchants shows is sent, and every reply that it shows is the one that comes. */

type Shop = Awaited<ReturnType<ApiWorld['otherMerchant']>>;

let world: ApiWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.shared(), WebhookReceiver.start()]);
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

describe('the shell commands of README.md', () => {
  it('take a payment and receive its webhook', async () => {
    using folder = new ReadersFolder();
    const { baseUrl, merchant } = world.manilla;
    folder.write('.manilla/sandbox.json', JSON.stringify({ baseUrl, ...merchant }, null, 2));
    folder.link('scripts', 'scripts');
    const { api: port } = await freePorts();
    const output = await folder.runShell('README.md', { '4040': String(port) });
    // A webhook may come between the reply and the status that curl writes after it.
    expect(output).toMatch(/"status":"SUCCESSFUL"[^]* HTTP 200/);
    expect(output).toMatch(
      /webhook checkout\.successful: .*amountAccepted 1000000 \(signatures verified\)/,
    );
  });
});

describe('the code of docs/recipes.md', () => {
  /** Serves until it is told to handle or to refund; then says how many events there were, or how the refund stands. */
  const program = `import { Manilla } from '@manilla/sdk';
import { server } from './receiver.ts';
import { refundOrder } from './refund-order.ts';
import { handleNext } from './worker.ts';
process.on('message', async ({ client, order }) => {
  if (order !== undefined) return process.send(await refundOrder(new Manilla(client), order));
  let handled = 0;
  while (await handleNext()) handled += 1;
  process.send(handled);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));`;
  const secret = mintWebhookSecret();
  let folder: ReadersFolder;
  let shop: Shop;
  let url: string;
  let reader: ChildProcess;
  const tell = async (message: object): Promise<unknown> => {
    reader.send(message);
    return ((await once(reader, 'message')) as [unknown])[0];
  };

  beforeAll(async () => {
    folder = new ReadersFolder();
    await folder.compile('docs/recipes.md');
    folder.write('main.ts', program);
    const tables = blocksOf('docs/recipes.md').find(({ language }) => language === 'sql');
    await world.query(
      `create schema reader; set local search_path to reader; ${tables?.text ?? ''}`,
    );
    const started = await folder.start('main.ts', {
      ...postgresOf(world.manilla.database.url),
      PGOPTIONS: '-c search_path=reader',
      MANILLA_WEBHOOK_SECRET: secret,
    });
    reader = started.program;
    url = `http://127.0.0.1:${String(started.first)}/`;
    shop = await world.otherMerchant('Reader Shop');
    await shop.post('/api/v1/webhooks/notification-url', { url, secret });
  });
  afterAll(() => {
    reader?.kill();
    folder?.[Symbol.dispose]();
  });

  const events = () =>
    world.query<{ event_id: string; body: object }>(
      'select * from reader.manilla_event order by received_at',
    );
  const send = (body: object, key = webhookSecretKey(secret)) => {
    const text = JSON.stringify(body);
    const message = { id: 'evt', timestamp: Math.floor(Date.now() / 1_000), body: text };
    const headers = signatureHeaders(key ?? Buffer.alloc(0), message);
    return fetch(url, { method: 'POST', headers, body: text });
  };

  it('keeps each event once, and is not misled by an old one', async () => {
    const reference = newReference();
    await world.query('insert into reader.shop_order values ($1)', [reference]);
    await paid(shop, reference);
    await expect.poll(async () => (await events()).length).toBe(2);
    expect(await tell({})).toBe(2);
    const [stored] = await world.query('select * from reader.shop_order');
    expect(stored).toMatchObject({ status: 'SUCCESSFUL', amount_accepted: '1000000' });

    const body = (await events())[0]?.body ?? {};
    const data = { paymentReference: reference, status: 'OLD', amountAccepted: 0 };
    const old = { ...body, id: 'evt_old', sequence: 1, data };
    expect((await send(body)).status).toBe(204);
    expect((await send(old)).status).toBe(204);
    expect((await send({ ...old, id: 'evt_forged' }, Buffer.alloc(32, 7))).status).toBe(400);
    expect(await tell({})).toBe(1);
    expect(await world.query('select * from reader.shop_order')).toEqual([stored]);
  });

  it('refunds an order once, however often it is called', async () => {
    const reference = newReference();
    await paid(shop, reference);
    const { clientId, clientSecret } = shop.merchant;
    const client = { baseUrl: world.manilla.baseUrl, clientId, clientSecret };
    const order = { reference, amount: 250_000 };
    expect(await tell({ client, order })).toMatch(/^[A-Z_]+$/);
    await expect.poll(() => tell({ client, order })).toBe('SUCCESSFUL');
    const { data } = await shop.get(`/api/v1/transactions/${reference}/refunds`);
    expect(data.items).toMatchObject([{ amount: 250_000 }]);
  });
});

function postgresOf(databaseUrl: string) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decodeURIComponent);
  return { PGHOST: hostname, PGPORT: port, PGUSER: user, PGPASSWORD: secret, PGDATABASE: database };
}
