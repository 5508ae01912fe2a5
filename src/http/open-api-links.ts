import { namedOperations, type ApiDocument } from './open-api-model.js';

/** A step from the answer of one operation to the next operation, with the data that the next one takes. */
interface Step {
  readonly from: string;
  readonly to: string;
  /** Parameters of the path, by the field of `data` that holds them. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Fields of the body: a field of `data`, or a value of its own behind "=". */
  readonly body?: Readonly<Record<string, string>>;
}

const byReference = { parameters: { paymentReference: 'paymentReference' } };
const byAccount = { parameters: { accountNumber: 'accountNumber' } };
const bySettlement = { parameters: { settlementReference: 'settlementReference' } };
const byLink = { parameters: { paymentLinkId: 'paymentLinkId' } };

/** The ways that a merchant's program goes, as OpenAPI's links. */
export const linkSteps: readonly Step[] = [
  {
    ...{ from: 'initiateCheckout', to: 'createCheckoutAccount' },
    body: { paymentReference: 'paymentReference', amount: 'amountPayable' },
  },
  { from: 'initiateCheckout', to: 'queryCheckout', ...byReference },
  { from: 'initiateCheckout', to: 'cancelCheckout', ...byReference },
  { from: 'createCheckoutAccount', to: 'queryCheckout', ...byReference },
  { from: 'createCheckoutAccount', to: 'getVirtualAccount', ...byAccount },
  { from: 'createCheckoutAccount', to: 'closeVirtualAccount', ...byAccount },
  {
    ...{ from: 'createCheckoutAccount', to: 'sendInwardCredit' },
    body: { accountNumber: 'accountNumber', amount: 'amount' },
  },
  {
    ...{ from: 'queryCheckout', to: 'completeCheckout' },
    body: {
      ...{ paymentChannel: '=Bank', account: 'virtualAccount/accountNumber' },
      ...{ amount: 'amountOutstanding', paymentReference: 'paymentReference' },
      accessCode: 'accessCode',
    },
  },
  { from: 'queryCheckout', to: 'getCheckoutTimeline', ...byReference },
  ...['getTransaction', 'requestRefund', 'listRefunds'].map((to) => ({
    ...{ from: 'completeCheckout', to },
    parameters: { reference: 'transactionReference' },
  })),
  {
    ...{ from: 'requestRefund', to: 'getRefund' },
    parameters: { refundReference: 'refundReference' },
  },
  {
    ...{ from: 'createDynamicAccount', to: 'changeDynamicAccount' },
    ...byAccount,
  },
  { from: 'createDynamicAccount', to: 'getVirtualAccount', ...byAccount },
  { from: 'createStaticAccount', to: 'suspendStaticAccount', ...byAccount },
  { from: 'suspendStaticAccount', to: 'reinstateStaticAccount', ...byAccount },
  { from: 'createPaymentLink', to: 'getPaymentLink', ...byLink },
  { from: 'createPaymentLink', to: 'deactivatePaymentLink', ...byLink },
  ...['makeDefaultSettlementAccount', 'removeSettlementAccount'].map((to) => ({
    ...{ from: 'registerSettlementAccount', to },
    parameters: { settlementAccountId: 'settlementAccountId' },
  })),
  ...['getSettlementStatus', 'getSettlementTransactions', 'getSettlementStatement'].map((to) => ({
    ...{ from: 'requestSettlement', to },
    ...bySettlement,
  })),
];

/**
 * Writes the links into the replies of their first operation. A link to an operation that this document does not have,
 * such as one of the sandbox, is left out. Links with a body are only for our own checks (`bodies`): openapi-generator
 * cannot read a document that has one.
 */
export function addLinks({ paths }: ApiDocument, bodies = false): void {
  const operations = new Map(
    namedOperations(paths).map(({ operation }) => [operation.operationId, operation]),
  );
  for (const { from, to, parameters = {}, body } of linkSteps) {
    const operation = operations.get(from);
    if (operation === undefined || !operations.has(to)) continue;
    if (body !== undefined && !bodies) continue;
    const link = {
      operationId: to,
      ...(body === undefined ? { parameters: expressionsOf(parameters) } : {}),
      ...(body === undefined ? {} : { requestBody: expressionsOf(body) }),
    };
    for (const status of ['200', '202']) {
      const reply = operation.responses[status];
      if (reply !== undefined) reply.links = { ...reply.links, [to]: link };
    }
  }
}

function expressionsOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.startsWith('=') ? field.slice(1) : `$response.body#/data/${field}`,
    ]),
  );
}
