/** Takes a payment of each amount; it prints each step with the amount that came back. */
import createClient from 'openapi-fetch';
import type { components, paths } from '../client/schema';

const env = (name: string): string => process.env[`MANILLA_${name}`] ?? '';
const manilla = createClient<paths>({ baseUrl: env('URL') });

function came(step: string, amount: number): void {
  console.log(step, amount);
}

/** The `data` of a reply; a failure ends the program. */
function dataOf<Reply extends { data: unknown }>(reply: {
  data?: Reply | undefined;
  error?: components['schemas']['ErrorResponse'] | undefined;
}): Reply['data'] {
  if (reply.data === undefined) throw new Error(reply.error?.data.reason);
  return reply.data.data;
}

async function take(amount: number): Promise<void> {
  const paymentReference = `${env('REFERENCE')}-${amount}`;
  const customer = {
    email: 'ada@example.ng',
    phoneNumber: '08031234567',
    firstName: 'Ada',
    lastName: 'Obi',
  };
  const order = { ...customer, amount, paymentReference, channels: ['Bank' as const] };
  const initiated = dataOf(await manilla.POST('/api/v1/checkout/initiate', { body: order }));
  came('initiate', initiated.amount);

  const wanted = { paymentReference, prefix: env('PREFIX'), validity: 30, amount };
  const account = dataOf(await manilla.POST('/api/v1/checkout/create-account', { body: wanted }));
  if (!('accountNumber' in account)) throw new Error(`the bank opens no number: ${account.reason}`);
  came('create-account', account.amount);

  const { accountNumber } = account;
  const credit = await manilla.POST('/api/v1/sandbox/inward-credit', {
    body: { accountNumber, amount },
  });
  came('inward-credit', dataOf(credit).amount);

  const params = { path: { paymentReference } };
  const checkout = dataOf(
    await manilla.GET('/api/v1/checkout/query/{paymentReference}', { params }),
  );
  came('query', checkout.amount);

  const accessCode = checkout.accessCode ?? '';
  const body = {
    paymentChannel: 'Bank' as const,
    account: accountNumber,
    amount,
    paymentReference,
    accessCode,
  };
  const completed = await manilla.POST('/api/v1/checkout/complete-checkout', {
    params: { header: { Prefer: 'wait=20' } },
    body,
  });
  const { status, amountPaid } = dataOf(completed);
  came(`complete-checkout ${status}`, amountPaid);
}

async function main(): Promise<void> {
  const login = { clientId: env('CLIENT_ID'), clientSecret: env('CLIENT_SECRET') };
  const { access_token } = dataOf(
    await manilla.POST('/api/v1/merchant/authenticate', { body: login }),
  );
  const authorization = `Bearer ${access_token}`;
  manilla.use({ onRequest: ({ request }) => request.headers.set('authorization', authorization) });
  for (const amount of env('AMOUNTS').split(' ')) await take(Number(amount));
}

void main();
