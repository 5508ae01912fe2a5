import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestProgram } from '../../support/stack.js';
import { ApiClient, order, type ApiReply } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { CrashPlans } from '../../support/crash-points.js';

/** Stands between the API and its database, and can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;

  constructor(private readonly target: URL) {
    this.#server = createServer((near) => this.#join(near));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const through = new URL(this.target);
    // Not by the socket, which is shorter than any cable.
    through.searchParams.delete('host');
    through.port = String((this.#server.address() as { port: number }).port);
    return through.href;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(near: Socket): void {
    if (this.#isCut) return void near.destroy();
    const far = connect(Number(this.target.port), this.target.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
    }
  }
}

/** The lines that the API has logged of a request. */
function linesOf(requestId: string): Record<string, unknown>[] {
  return readFileSync(api.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"${requestId}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

let world: ApiWorld;
let cable: Cable;
let api: TestProgram;
let merchant: ApiClient;
const plans = new CrashPlans();
beforeAll(async () => {
  world = await ApiWorld.shared();
  const { env } = world.manilla;
  cable = new Cable(new URL(world.manilla.database.appUrl));
  const DATABASE_URL = await cable.open();
  const { TEMPORAL_NAMESPACE, MANILLA_BASE_URL } = env;
  api = await startApi({
    ...{ DATABASE_URL, TEMPORAL_NAMESPACE, MANILLA_BASE_URL },
    MANILLA_LOG_LEVEL: 'info',
    MANILLA_API_POOL_SIZE: '3',
    ...plans.env,
  });
  merchant = new ApiClient(api.baseUrl, world.merchant.token);
});
afterAll(async () => {
  await api?.stop();
  plans.remove();
  cable?.close();
  await world?.stop();
});

it('says to come back later while the database is away, and goes on when it is back', async () => {
  const { reference, accountNumber, amount } = await world.awaitingPayment();
  expect((await merchant.query(reference)).status).toBe(200);

  cable.cut();
  const replies = await Promise.all([
    merchant.query(reference),
    merchant.initiate(order()),
    merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount,
    }),
  ]);
  for (const reply of replies) {
    expect(reply).toMatchObject({
      status: 503,
      code: '91',
      data: { reason: 'MAINTENANCE', retryable: true },
    });
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.text).not.toMatch(/ECONN|postgres|connection/i);
  }
  // One line a request, which names the cause; a stack each would fill the disk.
  for (const { headers } of replies) {
    await expect
      .poll(() => linesOf(String(headers.get('x-request-id'))))
      .toEqual([
        expect.objectContaining({
          reason: 'MAINTENANCE',
          failure: expect.stringMatching(/\S/) as string,
        }),
      ]);
  }
  expect(readFileSync(api.logFile, 'utf8')).not.toContain('"stack"');

  cable.mend();
  await expect.poll(async () => (await merchant.query(reference)).status).toBe(200);
  const { version, virtualAccount } = (await merchant.query(reference)).data;
  expect({ version, accountNumber: virtualAccount.accountNumber }).toEqual({
    version: 2,
    accountNumber,
  });
});

it('above what it can serve refuses whoever sends most, at once, and serves the others', async () => {
  const other = new ApiClient(api.baseUrl, (await world.otherMerchant()).token);
  const holder = new pg.Client(world.manilla.env.DATABASE_URL);
  await holder.connect();
  const refused: ApiReply[] = [];
  const crowd: Promise<ApiReply>[] = [];
  const send = async (): Promise<ApiReply> => {
    const reply = await merchant.initiate(order());
    if (reply.headers.get('retry-after') === '1') refused.push(reply);
    return reply;
  };
  // In waves: what arrives all at once is let in before any of it waits for a connection. Only so many, because a slow
  // machine would be busy with those that wait, and answer nobody.
  const refusedAfterAnotherWave = (): number => {
    for (let sent = 0; sent < 30 && crowd.length < 450; sent += 1) crowd.push(send());
    return refused.length;
  };
  try {
    await holder.query('begin; lock table checkout in share mode');
    // They are refused while the database answers nothing.
    await expect.poll(refusedAfterAnotherWave, { timeout: 60_000 }).toBeGreaterThan(0);
    crowd.push(other.initiate(order()));
  } finally {
    await holder.end();
  }
  const replies = await Promise.all(crowd);
  for (const { status, data } of refused) {
    expect({ status, reason: data.reason }).toEqual({ status: 503, reason: 'MAINTENANCE' });
  }
  expect(replies.at(-1)?.headers.get('retry-after')).not.toBe('1');
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect((await merchant.initiate(order())).status).toBe(200);
});

describe('an Idempotency-Key whose request was broken off', () => {
  const insisting = async (client: ApiClient, body: ReturnType<typeof order>, key: string) => {
    const headers = { 'idempotency-key': key };
    const send = () => client.post('/api/v1/checkout/initiate', body, headers);
    await expect
      .poll(async () => (await send()).status, { timeout: 20_000, interval: 300 })
      .toBe(200);
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    const found = await world.query('select 1 from checkout where payment_reference = $1', [
      body.paymentReference,
    ]);
    expect(found).toHaveLength(1);
  };

  const held = (key: string) =>
    world.query('select 1 from idempotent_request where key = $1 and http_status is null', [key]);

  it('is free seconds after the database is back', async () => {
    const body = order();
    const key = 'outage-1';
    const client = new pg.Client(world.manilla.env.DATABASE_URL);
    await client.connect();
    try {
      // While nothing can be written, the request holds its key and waits.
      await client.query('begin; lock table checkout in share mode');
      const reply = merchant.post('/api/v1/checkout/initiate', body, { 'idempotency-key': key });
      await expect.poll(() => held(key)).toHaveLength(1);
      cable.cut();
      expect(await reply).toMatchObject({ status: 503, code: '91' });
    } finally {
      await client.end();
    }
    cable.mend();
    await insisting(merchant, body, key);
  });

  it('is free seconds after the API has crashed', async () => {
    const body = order();
    const key = 'outage-2';
    plans.arm(key, { program: 'api', side: 'before', point: 'pg:initiate_checkout', hit: 1 });
    await expect(
      merchant.post('/api/v1/checkout/initiate', body, { 'idempotency-key': key }),
    ).rejects.toThrow();
    expect(await held(key)).toHaveLength(1);
    await insisting(world.merchant, body, key);
  });
});
