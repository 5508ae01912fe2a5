/** Takes a payment of each amount; it prints each step with the amount that came back. */
import {
  authenticate,
  completeCheckout,
  createCheckoutAccount,
  initiateCheckout,
  queryCheckout,
  sendInwardCredit,
} from '../client';
import { client } from '../client/client.gen';

const env = (name: string): string => process.env[`MANILLA_${name}`] ?? '';
const throwOnError = true;

function came(step: string, amount: number): void {
  console.log(step, amount);
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
  const initiated = await initiateCheckout({ body: order, throwOnError });
  came('initiate', initiated.data.data.amount);

  const wanted = { paymentReference, prefix: env('PREFIX'), validity: 30, amount };
  const account = (await createCheckoutAccount({ body: wanted, throwOnError })).data.data;
  if (!('accountNumber' in account)) throw new Error(`the bank opens no number: ${account.reason}`);
  came('create-account', account.amount);

  const { accountNumber } = account;
  const credit = await sendInwardCredit({ body: { accountNumber, amount }, throwOnError });
  came('inward-credit', credit.data.data.amount);

  const checkout = (await queryCheckout({ path: { paymentReference }, throwOnError })).data.data;
  came('query', checkout.amount);

  const accessCode = checkout.accessCode ?? '';
  const completed = await completeCheckout({
    headers: { Prefer: 'wait=20' },
    body: { paymentChannel: 'Bank', account: accountNumber, amount, paymentReference, accessCode },
    throwOnError,
  });
  const { status, amountPaid } = completed.data.data;
  came(`complete-checkout ${status}`, amountPaid);
}

async function main(): Promise<void> {
  client.setConfig({ baseUrl: env('URL') });
  const login = { clientId: env('CLIENT_ID'), clientSecret: env('CLIENT_SECRET') };
  const { data } = await authenticate({ body: login, throwOnError });
  client.setConfig({ auth: data.data.access_token });
  for (const amount of env('AMOUNTS').split(' ')) await take(Number(amount));
}

void main();
