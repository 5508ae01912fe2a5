import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf, type ContractDocument } from './contract-document.ts';
import { page, table } from './page.ts';

const root = join(import.meta.dirname, '..', '..');

interface SourceOperation {
  readonly name: string;
  /** Method and path it has here, or will have. */
  readonly at: string;
  /** Of test/e2e/api, without its ending; looked for when the operation is there. */
  readonly test: string;
}

/** The operations of the document this API goes back to, in its order. */
const sourceOperations: readonly SourceOperation[] = [
  { name: 'Authenticate', at: 'POST /merchant/authenticate', test: 'authenticate' },
  { name: 'Initiate checkout', at: 'POST /checkout/initiate', test: 'initiate' },
  {
    name: 'Create virtual account (checkout)',
    at: 'POST /checkout/create-account',
    test: 'create-account',
  },
  { name: 'Complete checkout', at: 'POST /checkout/complete-checkout', test: 'complete-checkout' },
  { name: 'Get access code', at: 'GET /checkout/query/{paymentReference}', test: 'query' },
  {
    name: 'Create Static Virtual Account',
    at: 'POST /virtual-account/static',
    test: 'virtual-accounts-static',
  },
  {
    name: 'Create Dynamic Virtual Account',
    at: 'POST /virtual-account/dynamic',
    test: 'virtual-accounts-dynamic',
  },
  {
    name: 'List Static Virtual Accounts',
    at: 'GET /virtual-account/static',
    test: 'virtual-accounts-static',
  },
  { name: 'get-wallet-balance', at: 'GET /virtual-account/get-wallet-balance', test: 'settlement' },
  {
    name: 'get-prefixes',
    at: 'GET /virtual-account/get-prefixes',
    test: 'virtual-accounts-numbers',
  },
  {
    name: 'get-dynamic-virtual-accounts',
    at: 'GET /virtual-account/get-dynamic-virtual-accounts',
    test: 'virtual-accounts-numbers',
  },
  {
    name: 'validate-virtual-account',
    at: 'POST /virtual-account/validate-virtual-account',
    test: 'virtual-accounts-numbers',
  },
  { name: 'inward-transquery', at: 'GET /inward/inward-transquery', test: 'transactions' },
  {
    name: 'get-wallet transactions',
    at: 'GET /inward/get-wallet-transactions',
    test: 'transactions',
  },
  { name: 'merchant-settlement', at: 'POST /settlement/merchant-settlement', test: 'settlement' },
  {
    name: 'get-settlement-history',
    at: 'GET /settlement/get-settlement-history',
    test: 'settlement',
  },
  {
    name: 'get-settlement-status',
    at: 'GET /settlement/get-settlement-status/{settlementReference}',
    test: 'settlement',
  },
  { name: 'List Transactions', at: 'GET /transactions', test: 'transactions' },
  { name: 'Transaction by reference', at: 'GET /transactions/{reference}', test: 'transactions' },
  { name: 'Get Wallet Balance', at: 'GET /wallet/balance', test: 'settlement' },
  {
    name: 'Set Notification (Webhook) URL',
    at: 'POST /webhooks/notification-url',
    test: 'notification-url',
  },
];

/** What the document does not say, or says more shortly than it has to be known. */
const notes: readonly (readonly [operation: string, note: string])[] = [
  ['Authenticate', '`expires_in` is in seconds. An `Authorization` header is not needed.'],
  [
    'Create virtual account (checkout)',
    '`amount` is what the customer pays: `amountPayable` of the initiate reply. If your customers bear the fee (`feeBearer` is `CUSTOMER`), this is more than the `amount` of initiate, which is then refused with 400/13.',
  ],
  [
    'Get access code',
    'You get the code while the checkout is open and for 24 hours after it was paid. `accessCodeExpiresAt` says until when it is valid.',
  ],
  [
    'Complete checkout',
    '`amount` is what is due or, once money has come, what was received or accepted. `account` of a card is a token, never a card number. While the payment is not decided, the reply is HTTP 202 with `isSuccessful` false.',
  ],
];

/** Its named schemas, in its order. */
const sourceSchemas = [
  ...['AuthData', 'ApiResponseEnvelope', 'StaticAccountData', 'AuthenticateResponse'],
  ...['DynamicAccountData', 'VirtualAccountStatic', 'StaticAccountListItem'],
  ...['CreateStaticVirtualAccountResponse', 'Transaction', 'VirtualAccountDynamic'],
  ...['PagedStaticAccounts', 'CreateDynamicVirtualAccountResponse', 'PagedTransactions'],
  ...['VirtualAccountListItem', 'WalletBalanceData', 'CollectionNotification'],
  ...['PagedVirtualAccountList', 'ListStaticVirtualAccountsResponse', 'PagedTransactionList'],
  ...['ListTransactionsResponse', 'WalletBalance', 'WalletBalanceResponse'],
  ...['SetNotificationUrlResponse', 'WebhookCollectionPayload'],
];

const notYet = '**not there yet**';

/** docs/api-coverage.md: what the source document names, where it is, and which test proves it. */
export function apiCoveragePage(
  document: ContractDocument & { readonly webhooks?: object },
): string {
  const operations = operationsOf(document);
  const rows = sourceOperations.map(({ name, at, test }) => {
    const [method, path] = at.split(' ');
    const found = operations.find(
      (each) => each.method === method && each.path === `/api/v1${path}`,
    );
    const shown = `\`${method} /api/v1${path}\``;
    if (found === undefined) return [name, `${notYet} (${shown})`, '', ''];
    return [name, shown, `\`${found.operationId}\``, testCell(name, test)];
  });
  const schemas = sourceSchemas.map((name) => {
    if (!(name in document.components.schemas)) return [`\`${name}\``, notYet];
    const users = operations
      .filter((operation) => reaches(document, operation, name))
      .map(({ operationId }) => `\`${operationId}\``);
    if (reaches(document, document.webhooks, name)) users.push('webhooks');
    // A generic client may read any reply as it; each operation has a schema of its own.
    return [`\`${name}\``, users.slice(0, 6).join(', ') || 'any reply'];
  });
  return page(
    'The source document, and where it is',
    'openapi.json and scripts/docs/api-coverage.ts',
    'The API goes back to a document that names operations and schemas. Every operation here, these and the [others](api-operations.md), is also called through the SDK, by [curl](curl.md) and by the Postman collection in `test/e2e/sdk/every-operation.test.ts`; every reply is held against [openapi.json](../openapi.json).',
    `## Operations: ${rows.filter(([, where]) => !where?.startsWith(notYet)).length} of ${rows.length}`,
    table(['named there', 'here', 'operationId', 'proved by'], rows),
    '## What it leaves open',
    'A client written from the text of that document alone takes payments in [seed.test.ts](../test/e2e/seed/seed.test.ts). What it needs to know besides:',
    table(
      ['operation', 'to know'],
      notes.map((note) => [...note]),
    ),
    `## Schemas: ${schemas.filter(([, where]) => where !== notYet).length} of ${schemas.length}`,
    'By name, in the replies and events of:',
    table(['schema', 'used by'], schemas),
  );
}

function testCell(name: string, test: string): string {
  const path = `test/e2e/api/${test}.test.ts`;
  if (!existsSync(join(root, path))) {
    throw new Error(`scripts/docs/api-coverage.ts: ${name} is proved by no test at ${path}`);
  }
  return `[${test}.test.ts](../${path})`;
}

/** Whether a schema is part of this, directly or by others. */
type Components = Readonly<Record<string, Readonly<Record<string, object>> | undefined>>;

function reaches(document: ContractDocument, part: unknown, wanted: string): boolean {
  const seen = new Set<string>();
  const visit = (value: unknown): boolean => {
    const found = JSON.stringify(value).matchAll(/#\/components\/(\w+)\/([\w.-]+)"/g);
    for (const [path, kind = '', name = ''] of found) {
      if (kind === 'schemas' && name === wanted) return true;
      if (seen.has(path)) continue;
      seen.add(path);
      if (visit((document.components as Components)[kind]?.[name] ?? null)) return true;
    }
    return false;
  };
  return visit(part);
}
