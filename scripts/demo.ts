/**
 * `npm run demo`: one whole payment against the running stack, as a merchant and a payer see it; `--page`: on the payer's
 * page, in your browser.
 */
import { checkoutWorkflowId } from '../src/domain/ids.ts';
import { formatNaira } from '../src/domain/money.ts';
import { mintWebhookSecret } from '../src/notifications/webhook-secret.ts';
import { WebhookListener, type ReceivedWebhook } from './demo/listener.ts';
import { expectOk, Merchant, type Reply } from './demo/merchant.ts';
import { playOnPage } from './demo/page.ts';
import { findRunningStack } from './running/running-stack.ts';
import {
  bold,
  chapter,
  countDown,
  cyan,
  dim,
  green,
  prettyJson,
  red,
  say,
  yellow,
} from './demo/terminal.ts';
import { Problem, sentenceFor } from './stack/problem.ts';
import type { Sandbox } from './stack/sandbox.ts';

const amount = 1_000_000;
const validityMinutes = 30;
/** The name that scripts/stack/stack.ts gives the stack's namespace. */
const namespace = 'manilla';

async function play(sandbox: Sandbox): Promise<void> {
  const merchant = new Merchant(sandbox);
  const secret = mintWebhookSecret();
  const listener = await WebhookListener.open(secret);
  const reference = newReference();
  try {
    await prepare(merchant, listener.url, secret);
    const account = await order(merchant, reference, sandbox.prefix);
    const accessCode = await askTooEarly(merchant, reference, account);
    const paidAtMs = await pay(merchant, account);
    await hearOfIt(listener, reference, paidAtMs);
    await complete(merchant, reference, account, accessCode);
    showWorkflow(sandbox, reference);
  } finally {
    await listener.close();
  }
}

function newReference(): string {
  return `DEMO-${Date.now().toString(36).toUpperCase()}`;
}

async function prepare(merchant: Merchant, url: string, secret: string): Promise<void> {
  chapter('The merchant signs in', 'The client id and secret become a token for an hour.');
  await merchant.authenticate();
  chapter(
    'The merchant says where to be told',
    'This terminal listens there. In the sandbox http://127.0.0.1 is allowed; elsewhere https only.',
  );
  expectOk(await merchant.post('/api/v1/webhooks/notification-url', { url, secret }));
}

/** Returns the account number to pay into. */
async function order(merchant: Merchant, reference: string, prefix: string): Promise<string> {
  chapter(
    'A customer orders',
    'The checkout is taken once per paymentReference, however often it is sent.',
  );
  expectOk(
    await merchant.post('/api/v1/checkout/initiate', {
      email: 'ada@example.ng',
      phoneNumber: '08031234567',
      firstName: 'Ada',
      lastName: 'Obi',
      amount,
      paymentReference: reference,
      channels: ['Bank'],
    }),
  );
  chapter(
    'The customer pays by transfer',
    'An account number of her own, for this order and half an hour.',
  );
  const created = expectOk(
    await merchant.post('/api/v1/checkout/create-account', {
      paymentReference: reference,
      prefix,
      validity: validityMinutes,
      amount,
    }),
  );
  await showPayer(created);
  return String(created.field('accountNumber'));
}

/** What the shop's page shows. */
async function showPayer(created: Reply): Promise<void> {
  const rows = [
    ['Pay', formatNaira(BigInt(amount))],
    ['to', String(created.field('accountNumber'))],
    ['at', String(created.field('bankName'))],
    ['name', String(created.field('accountName'))],
  ];
  say(bold('    What the payer sees'));
  for (const [label = '', value = ''] of rows) say(`      ${label.padEnd(6)}${bold(value)}`);
  const left = (seconds: number): string =>
    `      ${yellow(`${clock(seconds)} left`)} ${dim('and then the number takes no more money')}`;
  await countDown(3, left, Number(created.field('secondsRemaining')));
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns the access code that completes the checkout. */
async function askTooEarly(
  merchant: Merchant,
  reference: string,
  account: string,
): Promise<string> {
  chapter('The shop asks for the access code', 'It binds the last call to this checkout.');
  const queried = expectOk(await merchant.get(`/api/v1/checkout/query/${reference}`));
  const accessCode = String(queried.field('accessCode'));
  chapter(
    'The shop asks whether it is paid',
    'It is not yet: 202 and code 09, never a 200. What the call claims is not believed.',
  );
  const early = await merchant.post(
    '/api/v1/checkout/complete-checkout',
    completion(reference, account, accessCode),
  );
  if (early.status !== 202) throw new Problem(`Expected HTTP 202, got ${early.status}.`);
  return accessCode;
}

async function pay(merchant: Merchant, account: string): Promise<number> {
  chapter(
    'The payer sends the money',
    "The sandbox's bank asks for the account's name, sends, and tells Manilla over its signed hook.",
  );
  const atMs = Date.now();
  expectOk(
    await merchant.post('/api/v1/sandbox/inward-credit', { accountNumber: account, amount }),
  );
  return atMs;
}

async function hearOfIt(
  listener: WebhookListener,
  reference: string,
  paidAtMs: number,
): Promise<void> {
  chapter('The webhooks arrive', 'Booked in the ledger first, then told, signed in two ways.');
  for (const type of ['collection.received', 'checkout.successful']) {
    const webhook = await listener.waitFor(type, reference, 20_000);
    if (webhook === undefined) {
      throw new Problem(
        `No webhook ${type} came within 20 seconds; see the worker's log in .manilla/logs.`,
      );
    }
    showWebhook(webhook, paidAtMs, type === 'checkout.successful');
    if (!webhook.isGenuine) throw new Problem(`The signature of ${type} is not ours.`);
  }
}

function showWebhook(webhook: ReceivedWebhook, paidAtMs: number, whole: boolean): void {
  const { type, headers, body, isGenuine, atMs } = webhook;
  const verdict = isGenuine ? green('both signatures verified') : red('NOT signed by Manilla');
  say(
    `  ${cyan('←')} ${bold(type)} ${dim(`${atMs - paidAtMs} ms after the payer pressed send`)} ${verdict}`,
  );
  const shown = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-attempt'];
  for (const name of [...shown, 'x-notification-signature']) {
    say(dim(`    ${name}: ${String(headers[name]).slice(0, 60)}`));
  }
  if (whole) say(prettyJson(body));
  say('');
}

async function complete(
  merchant: Merchant,
  reference: string,
  account: string,
  accessCode: string,
): Promise<void> {
  chapter(
    'The shop completes the checkout',
    'From our own books; the same answer however often it is asked.',
  );
  const body = completion(reference, account, accessCode);
  const done = expectOk(
    await merchant.post('/api/v1/checkout/complete-checkout', body, { prefer: 'wait=20' }),
  );
  if (done.field('status') !== 'SUCCESSFUL') throw new Problem('The checkout is not SUCCESSFUL.');
}

function completion(reference: string, account: string, accessCode: string): object {
  return { paymentChannel: 'Bank', account, amount, paymentReference: reference, accessCode };
}

function showWorkflow({ temporalUi, merchantId }: Sandbox, reference: string): void {
  const workflowId = encodeURIComponent(checkoutWorkflowId(merchantId, reference));
  say(
    `${green('Paid.')} The workflow that carried it, in the Temporal UI:`,
    `  ${cyan(`${temporalUi}/namespaces/${namespace}/workflows/${workflowId}`)}`,
    dim('The notification URL still names this demo, which stops listening now; set your own.'),
  );
}

try {
  const { sandbox } = await findRunningStack();
  if (process.argv.includes('--page')) await playOnPage(new Merchant(sandbox), newReference());
  else await play(sandbox);
} catch (error) {
  console.error(`\n${sentenceFor(error)}`);
  process.exitCode = 1;
}
