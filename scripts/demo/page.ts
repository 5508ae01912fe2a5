import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../stack/problem.ts';
import { expectOk, type Merchant } from './merchant.ts';
import { bold, chapter, cyan, dim, green, say } from './terminal.ts';

/** The customer has this long to open the page and ask for an account. */
const patienceMs = 10 * 60_000;
/** Between the account and the transfer, so that there is something to see. */
const transferAfterMs = 5_000;

/** `npm run demo -- --page`: the customer pays on the page, in your browser; the sandbox's bank plays hers. */
export async function playOnPage(merchant: Merchant, reference: string): Promise<void> {
  chapter('The merchant signs in', 'The client id and secret become a token for an hour.');
  await merchant.authenticate();
  chapter('A customer orders', 'The reply holds the address of a page on which she can pay.');
  const order = expectOk(
    await merchant.post('/api/v1/checkout/initiate', {
      email: 'ada@example.ng',
      phoneNumber: '08031234567',
      firstName: 'Ada',
      lastName: 'Obi',
      amount: 1_000_000,
      paymentReference: reference,
      description: 'Two pairs of shoes',
      items: [{ name: 'Shoes', quantity: 2, amount: 1_000_000 }],
    }),
  );
  say(bold('    Open this page, and choose how to pay:'));
  say(`      ${cyan(String(order.field('checkoutUrl')))}`, '');
  const accountNumber = await chosenAccount(merchant, reference);
  if (accountNumber !== undefined) {
    say(dim(`    She sends the money in ${transferAfterMs / 1_000} seconds: watch the page.`), '');
    await sleep(transferAfterMs);
    expectOk(
      await merchant.post('/api/v1/sandbox/inward-credit', { accountNumber, amount: 1_000_000 }),
    );
  }
  say(green('Paid.'), dim('The page shows it, and a receipt.'));
}

/** The account that she has asked for on the page; undefined when she paid by card. */
async function chosenAccount(merchant: Merchant, reference: string): Promise<string | undefined> {
  const endsAt = Date.now() + patienceMs;
  while (Date.now() < endsAt) {
    const { status, account } = await merchant.look(reference);
    if (status === 'SUCCESSFUL') return undefined;
    if (account !== undefined) return account;
    await sleep(1_000);
  }
  throw new Problem('Nobody has paid on the page within ten minutes.');
}
