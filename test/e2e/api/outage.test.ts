import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestProgram } from '../../support/stack.js';
import { ApiClient, order } from './api-client.js';
import { ApiWorld } from './api-world.js';

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

let world: ApiWorld;
let cable: Cable;
let api: TestProgram;
let merchant: ApiClient;
beforeAll(async () => {
  world = await ApiWorld.shared();
  const { env } = world.manilla;
  cable = new Cable(new URL(env.DATABASE_URL));
  const DATABASE_URL = await cable.open();
  const { TEMPORAL_NAMESPACE, MANILLA_BASE_URL } = env;
  api = await startApi({ DATABASE_URL, TEMPORAL_NAMESPACE, MANILLA_BASE_URL });
  merchant = new ApiClient(api.baseUrl, world.merchant.token);
});
afterAll(async () => {
  await api?.stop();
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

  cable.mend();
  await expect
    .poll(async () => (await merchant.query(reference)).status, { timeout: 10_000 })
    .toBe(200);
  const { version, virtualAccount } = (await merchant.query(reference)).data;
  expect({ version, accountNumber: virtualAccount.accountNumber }).toEqual({
    version: 2,
    accountNumber,
  });
});
