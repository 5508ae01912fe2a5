import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { order, type ApiReply } from './api-client.js';
import { ApiWorld } from './api-world.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start({ MANILLA_LOG_LEVEL: 'error' });
});
afterAll(() => world?.stop());

/** Anything that JSON can carry, the odd texts and numbers more often than chance would have them. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\0', '\ud800', '٣', '５０１', '=cmd()', '${7*7}', '../../etc/passwd', '%00', ''),
  fc.constantFrom("' or 1=1 --", '"; drop table checkout; --', '{"$gt":""}', '<svg onload=x>'),
);
const oddNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 63), Number.MIN_VALUE, Number.MAX_VALUE),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    oddText,
    oddNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const account = () => ({
  paymentReference: 'ORD-1001',
  prefix: '501',
  validity: 30,
  amount: 1_000_000,
});
const complete = () => ({
  paymentChannel: 'Bank',
  account: '5011234561',
  amount: 1_000_000,
  paymentReference: 'ORD-1001',
  accessCode: 'ac_x',
});
const operations: Record<string, () => Record<string, unknown>> = {
  '/api/v1/merchant/authenticate': () => ({
    clientId: 'mid_fuzzfuzzfuzz',
    clientSecret: 'sk_test_fuzzfuzzfuzz',
  }),
  '/api/v1/checkout/initiate': () => ({ ...order(), metadata: {}, policies: {}, description: 'x' }),
  '/api/v1/checkout/create-account': account,
  '/api/v1/checkout/complete-checkout': complete,
  '/api/v1/webhooks/notification-url': () => ({ url: 'http://127.0.0.1:9/', events: [] }),
  '/api/v1/checkout/ORD-1001/cancel': () => ({ reason: 'x' }),
  '/api/v1/transactions/ORD-1001/refund': () => ({
    refundReference: 'RFD-1001',
    amount: 5,
    reason: 'x',
    destination: { accountNumber: '0123456789', bankCode: '000013' },
  }),
  '/api/v1/refunds/RFD-1001/destination': () => ({
    accountNumber: '0123456789',
    bankCode: '000013',
  }),
  '/api/v1/sandbox/inward-credit': () => ({ accountNumber: '5011234561', amount: 5 }),
};

function expectEnvelope(reply: ApiReply, sent: unknown): void {
  const told = `${JSON.stringify(sent)} → ${reply.status} ${reply.text}`;
  expect(reply.status, told).toBeLessThan(500);
  expect(reply.code, told).toMatch(/^\d\d$/);
  expect(reply.isSuccessful, told).toBe(reply.code === '00');
  expect(reply.status === 200, told).toBe(reply.code === '00');
}

it.each(Object.entries(operations))('%s answers any body in the envelope', async (path, valid) => {
  const fields = fc.constantFrom(...Object.keys(valid()));
  const oneFieldOdd = fc
    .tuple(fields, anything)
    .map(([field, value]) => ({ ...valid(), [field]: value }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(oneFieldOdd, anything), async (body) => {
      const reply = await world.merchant.send('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      expectEnvelope(reply, body);
    }),
    { numRuns: 150 },
  );
});

it('any path and query is answered in the envelope', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.webPath({ size: 'small' }),
      fc.webQueryParameters(),
      async (path, query) => {
        expectEnvelope(await world.merchant.get(`/api/v1/checkout/query${path}?${query}`), path);
      },
    ),
    { numRuns: 150 },
  );
});
