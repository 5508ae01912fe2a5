import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { signatureHeaders } from '../../../src/notify/delivery/signer.js';
import {
  mintWebhookSecret,
  webhookSecretKey,
} from '../../../src/notify/delivery/webhook-secret.js';
import { blocksOf } from '../../support/doc-blocks.js';
import { nodes } from '../../support/nodes.js';
import { attacks, slowClient } from '../../support/server-attacks.js';
import { newReference, order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { ReadersFolder } from './page-code.js';

/** The programs that merchants copy from our pages, on the oldest Node and on ours, with what strangers send to them. */

const root = join(import.meta.dirname, '../../..');

type Shop = Awaited<ReturnType<ApiWorld['otherMerchant']>>;

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

/** Each attack in turn, while a slow client is waiting; after each the server must still do its work. */
async function survives(
  program: ChildProcess,
  port: number,
  works: (n: number) => Promise<boolean>,
): Promise<void> {
  using _slow = await slowClient(port);
  const told: string[] = [];
  let n = 1;
  // A connection that was kept open may be closed at the moment of its next use.
  const goesOn = () => works(n).catch(() => works(n).catch(() => false));
  expect(await goesOn()).toBe(true);
  for (const [what, attack] of Object.entries(attacks)) {
    n += 1;
    const answer = await attack(port);
    const isUp = await goesOn();
    if (!isUp || program.exitCode !== null || /^HTTP\/1.1 20/.test(answer)) {
      told.push(`${what}: ${answer}, works ${isUp}, exit code ${program.exitCode}`);
    }
  }
  expect(told).toEqual([]);
}

/** Of all receivers here: it stands in the text of one. */
const secret = mintWebhookSecret();

/** The programs are the same on both: each is compiled once. */
const folders = new Map<string, Promise<ReadersFolder>>();
afterAll(async () => {
  for (const folder of folders.values()) (await folder)[Symbol.dispose]();
});

function compiledOnce(
  name: string,
  compile: (folder: ReadersFolder) => Promise<void>,
): Promise<ReadersFolder> {
  const known = folders.get(name);
  if (known !== undefined) return known;
  const folder = new ReadersFolder();
  const made = compile(folder).then(() => folder);
  folders.set(name, made);
  return made;
}

describe.each(nodes)('on %s, the code of docs/recipes.md', (name, node) => {
  /** Serves until it is told to handle or to refund; then says how many events there were, or how the refund stands. */
  const program = `import { Manilla } from '@manilla/sdk';
import { server } from './receiver.js';
import { refundOrder } from './refund-order.js';
import { handleNext } from './worker.js';
process.on('message', async ({ client, order }) => {
  if (order !== undefined) return process.send(await refundOrder(new Manilla(client), order));
  let handled = 0;
  while (await handleNext()) handled += 1;
  process.send(handled);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));`;
  const schema = `reader_${name.replace(' ', '_').toLowerCase()}`;
  let shop: Shop;
  let url: string;
  let reader: ChildProcess;
  const tell = async (message: object): Promise<unknown> => {
    reader.send(message);
    return ((await once(reader, 'message')) as [unknown])[0];
  };

  beforeAll(async () => {
    const folder = await compiledOnce('docs/recipes.md', async (made) => {
      await made.compile('docs/recipes.md');
      made.write('main.js', program);
    });
    const tables = blocksOf('docs/recipes.md').find(({ language }) => language === 'sql');
    await world.query(
      `create schema ${schema}; set local search_path to ${schema}; ${tables?.text ?? ''}`,
    );
    const env = {
      ...postgresOf(world.manilla.database.url),
      PGOPTIONS: `-c search_path=${schema}`,
      MANILLA_WEBHOOK_SECRET: secret,
    };
    const started = await folder.start('main.js', env, node);
    reader = started.program;
    url = `http://127.0.0.1:${String(started.first)}/`;
    shop = await world.otherMerchant(`Reader Shop ${name}`);
    await shop.post('/api/v1/webhooks/notification-url', { url, secret });
  });
  afterAll(() => void reader?.kill());

  const pay = async (paymentReference: string): Promise<void> => {
    const { prefix } = shop.merchant;
    const amount = 1_000_000;
    await shop.initiate(order({ paymentReference, amount }));
    const account = await shop.createAccount({ paymentReference, prefix, validity: 30, amount });
    await shop.pay({ accountNumber: String(account.data.accountNumber), amount });
    await expect
      .poll(async () => (await shop.query(paymentReference)).data.status)
      .toBe('SUCCESSFUL');
  };
  const events = () =>
    world.query<{ event_id: string; body: { readonly type: string } }>(
      `select * from ${schema}.manilla_event order by received_at`,
    );
  const send = (body: object, key = webhookSecretKey(secret)) => {
    const text = JSON.stringify(body);
    const message = { id: 'evt', timestamp: Math.floor(Date.now() / 1_000), body: text };
    const headers = signatureHeaders(key ?? Buffer.alloc(0), message);
    return fetch(url, { method: 'POST', headers, body: text });
  };

  it('keeps each event once, and is not misled by an old one', async () => {
    const reference = newReference();
    await world.query(`insert into ${schema}.shop_order values ($1)`, [reference]);
    await pay(reference);
    await expect.poll(async () => (await events()).length).toBe(2);
    expect(await tell({})).toBe(2);
    const [stored] = await world.query(`select * from ${schema}.shop_order`);
    expect(stored).toMatchObject({ status: 'SUCCESSFUL', amount_accepted: '1000000' });

    const body = (await events())[0]?.body ?? {};
    const data = { paymentReference: reference, status: 'OLD', amountAccepted: 0 };
    const old = { ...body, id: 'evt_old', sequence: 1, data };
    expect((await send(body)).status).toBe(204);
    expect((await send(old)).status).toBe(204);
    expect((await send({ ...old, id: 'evt_forged' }, Buffer.alloc(32, 7))).status).toBe(400);
    expect(await tell({})).toBe(1);
    expect(await world.query(`select * from ${schema}.shop_order`)).toEqual([stored]);
  });

  it('refunds an order once, however often it is called', async () => {
    const reference = newReference();
    await pay(reference);
    const { clientId, clientSecret } = shop.merchant;
    const client = { baseUrl: world.manilla.baseUrl, clientId, clientSecret };
    const order = { reference, amount: 250_000 };
    expect(await tell({ client, order })).toMatch(/^[A-Z_]+$/);
    await expect.poll(() => tell({ client, order })).toBe('SUCCESSFUL');
    const { data } = await shop.get(`/api/v1/transactions/${reference}/refunds`);
    expect(data.items).toMatchObject([{ amount: 250_000 }]);
    // Its events are counted here, and not by the test that follows.
    const refunded = async () =>
      (await events()).filter(({ body }) => body.type.startsWith('refund.'));
    await expect.poll(async () => (await refunded()).length).toBe(1);
  });

  it('goes on after whatever anybody sends', async () => {
    const reference = newReference();
    const data = { paymentReference: reference, status: 'SUCCESSFUL', amountAccepted: 1 };
    await tell({});
    await survives(reader, Number(new URL(url).port), async (n) => {
      const { status } = await send({
        id: `evt_${n}`,
        type: 'checkout.successful',
        sequence: n,
        data,
      });
      return status === 204;
    });
    expect(await tell({})).toBe(Object.keys(attacks).length + 1);
  });

  it('goes on after its database has dropped every connection', async () => {
    expect((await send({ id: 'evt_before', type: 'webhook.test', data: {} })).status).toBe(204);
    await world.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and query like 'insert into manilla_event%'`,
    );
    await expect
      .poll(async () => (await send({ id: 'evt_after', type: 'webhook.test', data: {} })).status)
      .toBe(204);
    expect(reader.exitCode).toBeNull();
    expect(await tell({})).toBe(2);
  });
});

describe.each(nodes)('on %s, a receiver goes on after whatever anybody sends', (_name, node) => {
  const key = webhookSecretKey(secret) ?? Buffer.alloc(0);
  const tell = async (port: number, n: number): Promise<number> => {
    const body = JSON.stringify({ id: `evt_${n}`, type: 'webhook.test', data: {} });
    const message = { id: `evt_${n}`, timestamp: Math.floor(Date.now() / 1_000), body };
    const headers = signatureHeaders(key, message);
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  };

  it('that of sdk/README.md', async () => {
    const example = blocksOf('sdk/README.md').find(({ text }) => text.includes('createServer('));
    const [receiver = ''] = example?.text.split('\n// In your tests') ?? [];
    const serve = `server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));`;
    const own = receiver.replace(/whsec_\w+=*/, secret);
    const folder = await compiledOnce('sdk/README.md', (made) =>
      made.compileAll({ 'serve.ts': `${own}\n${serve}\n` }),
    );
    const { program, first } = await folder.start('serve.js', {}, node);
    await survives(program, Number(first), async (n) => (await tell(Number(first), n)) === 200);
    program.kill();
  });

  it('scripts/listen.mjs', async () => {
    using folder = new ReadersFolder();
    const { api: port } = await freePorts();
    folder.write('listen.mjs', readFileSync(join(root, 'scripts/listen.mjs'), 'utf8'));
    const program = folder.spawn('listen.mjs', [String(port), secret], node);
    await expect.poll(() => tell(port, 0).catch(() => 0)).toBe(204);
    await survives(program, port, async (n) => (await tell(port, n)) === 204);
    program.kill();
  });

  it('the pages at redirectUrl and at the button, of docs/checkout-page.md', async () => {
    const address = (name: string) => `${name}.address().port`;
    const folder = await compiledOnce('docs/checkout-page.md', async (made) => {
      await made.compile('docs/checkout-page.md');
      made.write(
        'serve.js',
        `import { buy } from './buy.js';
import { thanks } from './thanks.js';
thanks.listen(0, '127.0.0.1', () => buy.listen(0, '127.0.0.1', () => process.send([${address('thanks')}, ${address('buy')}])));`,
      );
    });
    // Nobody listens at that address: what fails there must not end the shop.
    const env = { MANILLA_RETURN_SECRET: 'rs_x', MANILLA_URL: 'http://127.0.0.1:9' };
    const { program, first } = await folder.start('serve.js', env, node);
    const [thanks = 0, buy = 0] = first as number[];
    const answers = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).status;
    await survives(program, thanks, async () => (await answers(thanks)) === 400);
    expect(await answers(buy)).toBe(503);
    program.kill();
  });
});

function postgresOf(databaseUrl: string) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decodeURIComponent);
  return { PGHOST: hostname, PGPORT: port, PGUSER: user, PGPASSWORD: secret, PGDATABASE: database };
}
