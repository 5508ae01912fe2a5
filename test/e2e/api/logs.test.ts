import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newReference } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.shared();
});
afterAll(() => world?.stop());

const customer = {
  email: 'canary.mail@example.ng',
  phoneNumber: '08039876543',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  description: 'canary-description',
  metadata: { note: 'canary-metadata' },
};
const pan = '4111111111111111';
const bvn = '22987654321';

it('keeps secrets and personal data out of every line of the API and the worker', async () => {
  const { merchant, manilla } = world;
  const { completion, accountNumber, reference } = await world.paid(customer);
  await merchant.complete({ ...completion, account: pan });
  await merchant.complete({ ...completion, accessCode: 'ac_canary-wrong-code' });
  await merchant.initiate({ ...customer, email: 'canary-no-mail', canaryfield: 'canary-unknown' });
  await merchant.query(pan);
  const account = { reference: newReference(), prefix: world.prefix, accountName: 'Canary Name' };
  const owner = { email: customer.email, phoneNumber: customer.phoneNumber };
  const made = await merchant.post('/api/v1/virtual-account/static', { ...account, ...owner, bvn });
  expect(made.status).toBe(200);
  await merchant.post('/api/v1/virtual-account/static', { ...account, bvn: `${bvn}x` });
  await merchant.post('/api/v1/virtual-account/static', { [bvn]: bvn });
  await merchant.send('POST', '/api/v1/virtual-account/static', {
    body: `{"bvn":"${bvn}",,}`,
    headers: { 'content-type': 'application/json' },
  });
  await merchant.get(`/canary-path/${accountNumber}?token=canary-query`);
  await merchant.pay({ accountNumber, amount: 5, narration: 'canary-narration' });
  await world.anonymous.post('/api/v1/merchant/authenticate', {
    clientId: manilla.merchant.clientId,
    clientSecret: 'canary-secret-canary-secret',
  });
  await merchant.post('/api/v1/webhooks/notification-url', {
    url: 'http://127.0.0.1:9/canary-url',
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  });

  const logs = (['api', 'worker'] as const)
    .map((name) => readFileSync(manilla.program(name).logFile, 'utf8'))
    .join('\n');
  const forbidden = [
    ...[/canary(?!\.test)/i, new RegExp(customer.phoneNumber.slice(1)), new RegExp(accountNumber)],
    ...[new RegExp(pan), new RegExp(bvn), /whsec_/, /Bearer ey/, /eyJ[\w-]+\.eyJ[\w-]+\./],
    new RegExp(manilla.merchant.clientSecret),
    new RegExp(String(completion['accessCode'])),
    new RegExp(manilla.env.MANILLA_SEAL_KEY),
  ];
  for (const pattern of forbidden) expect(logs.match(pattern)?.[0]).toBeUndefined();
  expect(logs).toContain(reference);
});

it('tells of each request in one line: who, what, how it ended and how long it took', async () => {
  const { reply, reference } = await world.initiated();
  const requestId = reply.headers.get('x-request-id');
  const lines = () =>
    readFileSync(world.manilla.program('api').logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"${requestId}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect.poll(() => lines().length).toBe(1);
  const { merchantId } = world.manilla.merchant;
  expect(lines()[0]).toMatchObject({
    level: 'info',
    service: 'api',
    method: 'POST',
    route: '/api/v1/checkout/initiate',
    status: 200,
    merchantId,
    paymentReference: reference,
    workflowId: `checkout/${merchantId}/${reference}`,
    durationMs: expect.any(Number) as number,
  });
});
