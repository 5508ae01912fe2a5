import { beforeAll, describe, expect, it } from 'vitest';
import { seedShop, type SandboxMerchant } from '../../support/stack.js';
import { sharedEdge, type TestEdge } from '../../support/edge.js';
import { SeedClient, type Confirmation, type Order, type Reply } from './seed-client.js';

let manilla: TestEdge;
let merchant: SandboxMerchant;
let client: SeedClient;
beforeAll(async () => {
  manilla = await sharedEdge();
  merchant = await seedShop(manilla.env, 'Seed Shop');
  client = await SeedClient.signIn(manilla.baseUrl, merchant.clientId, merchant.clientSecret);
});

let orders = 0;

function order(changes: Partial<Order> = {}): Order {
  orders += 1;
  return {
    email: 'ada@example.ng',
    phoneNumber: '+234 803 123 4567',
    firstName: 'Ada',
    lastName: 'Obi',
    amount: 1_000_000,
    paymentReference: `SEED-${orders}`,
    channels: ['Card', 'Bank'],
    ...changes,
  };
}

/** Steps 1 and 2 of the order of checkout calls; answers the account number. */
async function awaitTransfer({ paymentReference, ...rest }: Order): Promise<string> {
  const { amount } = rest;
  expectSuccess(await client.initiate({ paymentReference, ...rest }));
  const { prefix } = merchant;
  const account = await client.createAccount({ paymentReference, prefix, validity: 30, amount });
  expectSuccess(account);
  return account.body.data.accountNumber;
}

/** Step 3. */
async function accessCodeOf(paymentReference: string): Promise<string> {
  const reply = await client.query(paymentReference);
  expectSuccess(reply);
  expect(reply.body.data.accessCode).toEqual(expect.any(String));
  return reply.body.data.accessCode;
}

/** The customer's bank, which is none of the specification's business, sends so much. */
async function transfer(accountNumber: string, amount: number): Promise<void> {
  const response = await fetch(`${manilla.simulatorUrl}/control/inward-transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountNumber, amount }),
  });
  expect(response.status).toBe(200);
}

/** Until the books say so, without any call of the client. */
async function untilBooked(paymentReference: string, status: string): Promise<void> {
  const sql = 'select status from checkout where merchant_id = $1 and payment_reference = $2';
  const values = [merchant.merchantId, paymentReference];
  await expect.poll(() => manilla.database.query(sql, values)).toEqual([{ status }]);
}

function expectEnvelope({ contentType, body }: Reply<object>): void {
  expect(contentType).toContain('application/json');
  expect(Object.keys(body).toSorted()).toEqual(['code', 'data', 'isSuccessful', 'message']);
  expect(body).toEqual({
    isSuccessful: expect.any(Boolean) as boolean,
    code: expect.any(String) as string,
    message: expect.any(String) as string,
    data: expect.any(Object) as object,
  });
  expect(Array.isArray(body.data)).toBe(false);
}

function expectSuccess(reply: Reply<object>): void {
  expectEnvelope(reply);
  const { isSuccessful, code, message } = reply.body;
  expect({ status: reply.status, isSuccessful, code }, message).toEqual({
    status: 200,
    isSuccessful: true,
    code: '00',
  });
}

/** Neither the HTTP status nor the envelope may be taken for a success. */
function expectNoSuccess(reply: Reply<object>, status: number): void {
  expectEnvelope(reply);
  expect(reply.status).toBe(status);
  expect(reply.body.isSuccessful).toBe(false);
  expect(reply.body.code).not.toBe('00');
}

describe('a client written from the specification alone', () => {
  it('exchanges its id and secret for a bearer token, with or without an Authorization header', async () => {
    const { clientId, clientSecret } = merchant;
    const first = await SeedClient.authenticate(manilla.baseUrl, { clientId, clientSecret });
    expectSuccess(first);
    expect(first.body.data).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
      expires_in: 3600,
      token_type: 'Bearer',
      scope: expect.any(String) as string,
    });
    const { access_token: token } = first.body.data;
    const credentials = { clientId, clientSecret };
    expectSuccess(await SeedClient.authenticate(manilla.baseUrl, credentials, token));
    const wrong = { clientId, clientSecret: `${clientSecret}x` };
    expectNoSuccess(await SeedClient.authenticate(manilla.baseUrl, wrong), 401);
  });

  it('initiates, creates an account, queries the access code and completes, in this order', async () => {
    const { paymentReference, amount, ...rest } = order();
    const account = await awaitTransfer({ paymentReference, amount, ...rest });
    const accessCode = await accessCodeOf(paymentReference);
    const confirmation = { paymentChannel: 'Bank', account, amount, paymentReference, accessCode };
    expectNoSuccess(await client.complete(confirmation), 202);
    await transfer(account, amount);
    await untilBooked(paymentReference, 'SUCCESSFUL');
    expectSuccess(await client.complete(confirmation));
    expectSuccess(await client.complete(confirmation));
  });

  it('queries the access code only after the customer has paid', async () => {
    const { paymentReference, amount, ...rest } = order();
    const account = await awaitTransfer({ paymentReference, amount, ...rest });
    await transfer(account, amount);
    await untilBooked(paymentReference, 'SUCCESSFUL');
    const accessCode = await accessCodeOf(paymentReference);
    expectSuccess(
      await client.complete({
        paymentChannel: 'Bank',
        account,
        amount,
        paymentReference,
        accessCode,
      }),
    );
  });

  it('confirms the amount paid, be it more than was asked for', async () => {
    const confirmation = await paidBy([1_200_000], 'SUCCESSFUL');
    expectSuccess(await client.complete({ ...confirmation, amount: 1_200_000 }));
    expectSuccess(await client.complete({ ...confirmation, amount: 1_000_000 }));
    expectNoSuccess(await client.complete({ ...confirmation, amount: 1_100_000 }), 400);
  });

  it('confirms the amount paid so far, and then all of it', async () => {
    const confirmation = await paidBy([400_000], 'PARTIALLY_PAID');
    expectNoSuccess(await client.complete({ ...confirmation, amount: 400_000 }), 202);
    await transfer(confirmation.account, 600_000);
    await untilBooked(confirmation.paymentReference, 'SUCCESSFUL');
    expectSuccess(await client.complete({ ...confirmation, amount: 1_000_000 }));
    expectNoSuccess(await client.complete({ ...confirmation, amount: 400_000 }), 400);
  });

  it('pays by card', async () => {
    const { paymentReference, amount, ...rest } = order({ channels: ['Card'] });
    expectSuccess(await client.initiate({ paymentReference, amount, ...rest }));
    const accessCode = await accessCodeOf(paymentReference);
    expectSuccess(
      await client.complete({
        paymentChannel: 'Card',
        account: 'card_approved',
        amount,
        paymentReference,
        accessCode,
      }),
    );
  });

  it.each([
    ['a paymentReference of one character', { paymentReference: '7' }],
    ['a paymentReference of 64 characters', { paymentReference: 'S'.repeat(64) }],
    ['a local phone number with spaces', { phoneNumber: '0803 123 4567' }],
    ['a land line with brackets and a dash', { phoneNumber: '(01) 271-1234' }],
    ['a phone number of another country', { phoneNumber: '+44 20 7946 0958' }],
  ])('sends %s', async (_what, changes) => {
    const sent = order(changes);
    await awaitTransfer(sent);
    await accessCodeOf(sent.paymentReference);
  });

  it('needs the token for every checkout operation, and gets every refusal in the envelope', async () => {
    const { paymentReference, ...rest } = order();
    const { prefix } = merchant;
    const stranger = new SeedClient(manilla.baseUrl, 'no.such.token');
    const replies = await Promise.all([
      stranger.initiate({ paymentReference, ...rest }),
      stranger.createAccount({ paymentReference, prefix, validity: 30, amount: rest.amount }),
      stranger.query(paymentReference),
      stranger.complete({
        paymentChannel: 'Bank',
        account: '5010000000',
        amount: rest.amount,
        paymentReference,
        accessCode: 'none',
      }),
    ]);
    for (const reply of replies) expectNoSuccess(reply, 401);
    expectNoSuccess(await client.query('NOT-INITIATED'), 404);
    expectNoSuccess(await client.initiate({ ...order(), amount: -1 }), 400);
  });
});

/** An order of 1,000,000 kobo for which these transfers have come. */
async function paidBy(amounts: readonly number[], status: string): Promise<Confirmation> {
  const { paymentReference, amount, ...rest } = order();
  const account = await awaitTransfer({ paymentReference, amount, ...rest });
  const accessCode = await accessCodeOf(paymentReference);
  for (const each of amounts) await transfer(account, each);
  await untilBooked(paymentReference, status);
  return { paymentChannel: 'Bank', account, amount, paymentReference, accessCode };
}
