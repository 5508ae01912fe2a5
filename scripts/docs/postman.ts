import {
  exampleOf,
  isOpen,
  operationsOf,
  textOf,
  type ContractDocument,
  type JsonObject,
  type LocatedOperation,
} from './contract-document.ts';

/** One payment, of which a part is sent back and the rest is paid out: run first, in this order. */
const payment = [
  ...['authenticate', 'setNotificationUrl', 'initiateCheckout', 'createCheckoutAccount'],
  ...['queryCheckout', 'sendInwardCredit', 'completeCheckout'],
  ...['requestRefund', 'runSettlement', 'getSettlementStatus', 'getSettlementTransactions'],
  'getSettlementStatement',
];

/** Bodies that fit the payment; the others are the examples of the document. */
const bodies: Readonly<Record<string, JsonObject>> = {
  authenticate: { clientId: '{{clientId}}', clientSecret: '{{clientSecret}}' },
  setNotificationUrl: { url: '{{webhookUrl}}' },
  initiateCheckout: {
    email: 'ada@example.ng',
    phoneNumber: '08031234567',
    firstName: 'Ada',
    lastName: 'Obi',
    amount: 1_000_000,
    paymentReference: '{{paymentReference}}',
    channels: ['Bank'],
  },
  createCheckoutAccount: {
    paymentReference: '{{paymentReference}}',
    prefix: '{{prefix}}',
    validity: 30,
    amount: 1_000_000,
  },
  completeCheckout: {
    paymentChannel: 'Bank',
    account: '{{accountNumber}}',
    amount: 1_000_000,
    paymentReference: '{{paymentReference}}',
    accessCode: '{{accessCode}}',
  },
  sendInwardCredit: { accountNumber: '{{accountNumber}}', amount: 1_000_000 },
  requestRefund: {
    refundReference: '{{refundReference}}',
    amount: 200_000,
    reason: 'Out of stock',
  },
  createStaticAccount: {
    reference: '{{staticReference}}',
    prefix: '{{prefix}}',
    accountName: 'Ada Obi',
    email: 'ada@example.ng',
    phoneNumber: '08031234567',
    bvn: '22123456789',
  },
  createDynamicAccount: {
    paymentReference: '{{dynamicReference}}',
    prefix: '{{prefix}}',
    amount: 1_000_000,
    validity: 60,
    amountRule: 'AT_LEAST',
  },
  changeDynamicAccount: { amount: 2_000_000, validity: 90 },
  validateAccount: { accountNumber: '{{accountNumber}}' },
  registerSettlementAccount: { accountNumber: '1123456789', bankCode: '000013' },
  requestSettlement: { settlementReference: '{{payoutReference}}', amount: 100_000 },
  rotateWebhookSecret: {},
  rotateKey: { overlapHours: 24 },
  replayEvents: { from: '{{startedAt}}', to: '{{$isoTimestamp}}', onlyFailed: false },
};

/** What a payment that went well makes impossible. */
const refusals: Readonly<Record<string, readonly number[]>> = {
  revokeKey: [409],
  cancelCheckout: [409],
  provideRefundAccount: [409],
  getDispute: [404],
  acceptDispute: [404],
  submitDisputeEvidence: [404],
  // All is paid out, or on its way.
  requestSettlement: [402, 409],
};

const pathVariables: Readonly<Record<string, string>> = {
  reference: '{{transactionReference}}',
  creditId: '{{transactionReference}}',
  accountNumber: '{{staticAccountNumber}}',
  // Nobody disputes the payment.
  disputeId: 'dsp_01KA0000000000000000000000',
  paymentLinkId: '{{paymentLinkId}}',
};
/** In place of those, for one operation. */
const ownPathVariables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  changeDynamicAccount: { accountNumber: '{{dynamicAccountNumber}}' },
};
/** Of the queries only what an operation cannot do without. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  queryInwardTransfer: { sessionId: '{{sessionId}}' },
};

/** Taken from the first reply that has them, for the requests that follow. */
const captured = [
  ...['accountNumber', 'accessCode', 'transactionReference', 'sessionId'],
  ...[
    'settlementReference',
    'settlementAccountId',
    'deliveryId',
    'eventId',
    'replayId',
    'paymentLinkId',
  ],
];

/** Names that are used once: minted when a run begins. */
const startScript = `if (pm.info.requestName === 'authenticate') {
  const run = Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36);
  pm.collectionVariables.set('paymentReference', 'ORD-' + run);
  pm.collectionVariables.set('refundReference', 'RFD-' + run);
  pm.collectionVariables.set('payoutReference', 'PAY-' + run);
  pm.collectionVariables.set('staticReference', 'CUS-' + run);
  pm.collectionVariables.set('dynamicReference', 'INV-' + run);
  pm.collectionVariables.set('startedAt', new Date().toISOString());
  for (const name of ${JSON.stringify(captured)}) pm.collectionVariables.unset(name);
}`;
// Postman has a `data` of its own.
const captureScript = `const reply = pm.response.json();
const got = (reply && reply.data) || {};
const places = [got, got.settlement, got.replay, got.items && got.items[0]];
if (got.access_token) pm.collectionVariables.set('token', got.access_token);
if (got.type === 'STATIC') pm.collectionVariables.set('staticAccountNumber', got.accountNumber);
if (got.amountRule === 'AT_LEAST') pm.collectionVariables.set('dynamicAccountNumber', got.accountNumber);
for (const name of ${JSON.stringify(captured)}) {
  const value = places.map((place) => place && place[name]).find(Boolean);
  if (value && !pm.collectionVariables.has(name)) pm.collectionVariables.set(name, value);
}`;

/** sdk/postman_collection.json: a collection that runs from top to bottom, one request for each operation. */
export function postmanCollection(document: ContractDocument): string {
  const all = operationsOf(document);
  const named = (id: string): LocatedOperation[] => all.filter((each) => each.operationId === id);
  const rest = all.filter(({ operationId }) => !payment.includes(operationId));
  const folders = document.tags.map(({ name }) => ({
    name,
    item: rest.filter(({ tags }) => tags.includes(name)).map(requestOf),
  }));
  const collection = {
    info: {
      name: 'Manilla',
      description: 'Made from openapi.json. Fill in clientId, clientSecret, prefix and webhookUrl.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [script('prerequest', startScript), script('test', captureScript)],
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'webhookUrl', value: 'http://127.0.0.1:4040/hook' },
      ...['clientId', 'clientSecret', 'prefix'].map((key) => ({ key, value: '' })),
    ],
    item: [
      { name: 'From payment to payout', item: payment.flatMap(named).map(requestOf) },
      ...folders.filter(({ item }) => item.length > 0),
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestOf(operation: LocatedOperation): object {
  const { operationId, method, responses } = operation;
  const body = bodies[operationId] ?? exampleOf(operation);
  const fine = Object.keys(responses).filter((status) => status.startsWith('2'));
  const statuses = [...fine.map(Number), ...(refusals[operationId] ?? [])];
  const header = [
    ...(body === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
    ...(operationId === 'completeCheckout' ? [{ key: 'Prefer', value: 'wait=20' }] : []),
  ];
  const judge = `pm.test('is answered with ${statuses.join(' or ')}', () => pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(statuses)}));`;
  return {
    name: operationId,
    event: [script('test', judge)],
    request: {
      method,
      description: textOf(operation),
      ...(isOpen(operation) ? { auth: { type: 'noauth' } } : {}),
      header,
      url: urlOf(operation),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  };
}

/** Optional filters are there, switched off. */
function urlOf({ operationId, path, parameters = [] }: LocatedOperation): object {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_match, name: string) =>
      ownPathVariables[operationId]?.[name] ?? pathVariables[name] ?? `{{${name}}}`,
  );
  const given = queries[operationId] ?? {};
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example, schema, required }) => ({
      key: name,
      value: given[name] ?? String(example ?? schema.example ?? ''),
      ...(required === true || name in given ? {} : { disabled: true }),
    }));
  const live = query.filter((each) => !('disabled' in each));
  const search = live.map(({ key, value }) => `${key}=${value}`).join('&');
  return {
    raw: `{{baseUrl}}${filled}${search === '' ? '' : `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: filled.slice(1).split('/'),
    ...(query.length > 0 ? { query } : {}),
  };
}

function script(listen: 'test' | 'prerequest', text: string): object {
  return { listen, script: { type: 'text/javascript', exec: text.split('\n') } };
}
