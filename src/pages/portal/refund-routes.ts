import type { RailBank } from '../../domain/bank-rail.port.js';
import { isId } from '../../domain/ids.js';
import { fromJsonAmount } from '../../domain/money.js';
import { koboIn } from '../../domain/naira.js';
import { paymentReferencePattern } from '../../domain/reference.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { refundColumns } from '../../payouts/refunds/refund-file.js';
import {
  DestinationRequest,
  ListRefundsQuery,
  RefundRequest,
} from '../../payouts/refunds/refund.dto.js';
import { newId } from '../../platform/database/new-id.js';
import { readForm, refusalText, textOf } from '../parts/forms.js';
import { queryIn, readList, rowsOfPage } from './list-query.js';
import { merchantOf } from './merchant-of.js';
import type { MoneyPorts } from './money-ports.js';
import { fieldsOf, pathWith } from './money-parts.js';
import { newRefundPage, type RefundWishes, refundPage } from './pages/refund.js';
import { refundFilters, refundsPage } from './pages/refunds.js';
import { pathOfRefund } from './reference-paths.js';
import { noteAccounts, receiverFor, senderFor } from './payer-sight.js';
import { freshPath } from './portal-guard.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';
import { isFresh, type PortalViewer } from './portal-viewer.js';
import { savedList } from './saved-list.js';

const doneTexts: Readonly<Record<string, string>> = {
  proposed: 'The refund waits until another person confirms it.',
  withdrawn: 'The refund is called off. Nothing was sent.',
  refunded: 'The refund is on its way.',
  account: 'The account is taken. The money is sent after the waiting time.',
};
const doneIn = (query: PortalCall['query']): string | null =>
  doneTexts[String(query['done'])] ?? null;

/** The pages of refunds, full and partial, with the check that the merchant's rule requires. */
export function refundRoutes(ports: MoneyPorts): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/refunds', right: 'refunds:read' },
      handler: (call) => list(ports, call),
    },
    {
      ...{ method: 'GET', path: '/refunds.csv', right: 'refunds:read' },
      handler: (call) => file(ports, call),
    },
    {
      ...{ method: 'GET', path: '/refunds/new', right: 'refunds:write' },
      handler: (call) => form(ports, call),
    },
    {
      ...{ method: 'POST', path: '/refunds', right: 'refunds:write' },
      handler: (call) => ask(ports, call),
    },
    {
      ...{ method: 'POST', path: '/refunds/proposals/:proposalId/confirm' },
      ...{ right: 'refunds:write', fresh: true },
      handler: async ({ viewer, actor, params }) => {
        const merchant = await merchantOf(ports, viewer);
        const refund = await ports.proposals.confirm(merchant, proposalIn(params), actor);
        return { to: pathWith(pathOfRefund(refund.refundReference), { done: 'refunded' }) };
      },
    },
    {
      ...{
        method: 'POST',
        path: '/refunds/proposals/:proposalId/withdraw',
        right: 'refunds:write',
      },
      handler: async ({ viewer, actor, params }) => {
        await ports.proposals.withdraw(viewer.merchantId, proposalIn(params), actor);
        return { to: '/refunds?done=withdrawn' };
      },
    },
    {
      ...{ method: 'GET', path: '/refunds/:refundReference', right: 'refunds:read' },
      handler: (call) => one(ports, call),
    },
    {
      ...{ method: 'POST', path: '/refunds/:refundReference/account' },
      ...{ right: 'refunds:destination', fresh: true },
      handler: (call) => giveAccount(ports, call),
    },
  ];
}

async function list({ refunds, proposals, views }: MoneyPorts, { viewer, query }: PortalCall) {
  const { merchantId, personId } = viewer;
  const wish = fieldsOf(query, refundFilters);
  const { cursor } = fieldsOf(query, ['cursor']);
  const [read, kept, waiting] = await Promise.all([
    readList(async () =>
      refunds.list(
        merchantId,
        queryIn(ListRefundsQuery, { ...wish, cursor, size: String(rowsOfPage) }),
      ),
    ),
    views.of(personId, 'REFUNDS'),
    proposals.waiting(merchantId),
  ]);
  const done = doneIn(query);
  return { page: refundsPage({ viewer, wish, read, views: kept, waiting, done }) };
}

function file(ports: MoneyPorts, call: PortalCall) {
  const { viewer } = call;
  return savedList(call, {
    ...{ name: 'refunds', columns: refundColumns, wish: fieldsOf(call.query, refundFilters) },
    read: async (fields) => {
      const asked = queryIn(ListRefundsQuery, fields);
      const { items, page } = await ports.refunds.list(viewer.merchantId, asked);
      return { items: items.map((each) => receiverFor(viewer, each)), page };
    },
  });
}

/** Shows the form; with `check`, shows the summary to confirm. */
async function form(
  ports: MoneyPorts,
  { viewer, actor, query }: PortalCall,
): Promise<PortalAnswer> {
  const { check, ...wish } = fieldsOf(query, ['transaction', 'amount', 'reason', 'check']);
  const [payment, rules] = await Promise.all([
    paymentOf(ports, viewer.merchantId, wish.transaction),
    ports.proposals.rulesOf(viewer.merchantId),
  ]);
  await noteAccounts(ports, { viewer, actor }, [payment]);
  const parts = { payment: senderFor(viewer, payment), wish, rules };
  if (check === '')
    return { page: newRefundPage({ ...parts, fault: null, status: 200, check: null }) };
  try {
    const amountMinor = amountOf(wish, BigInt(payment.amountRefundable));
    const refundReference = newId('rfp');
    const amount = Number(amountMinor);
    readForm(RefundRequest, { refundReference, amount, reason: wish.reason });
    const wanted = { amountMinor, refundReference };
    return { page: newRefundPage({ ...parts, fault: null, status: 200, check: wanted }) };
  } catch (error) {
    const { fault, status } = refusalOf(error);
    return { page: newRefundPage({ ...parts, fault, status, check: null }) };
  }
}

/** @throws ApiError RESOURCE_NOT_FOUND */
async function paymentOf(ports: MoneyPorts, merchantId: string, transaction: string) {
  if (!isId('txn', transaction)) throw new ApiError('RESOURCE_NOT_FOUND');
  return ports.payments.find(merchantId, transaction);
}

/** @throws ApiError AMOUNT_OUT_OF_RANGE, AMOUNT_EXCEEDS_REFUNDABLE */
function amountOf({ amount }: RefundWishes, leftMinor: bigint): bigint {
  if (amount === '') return leftMinor;
  const minor = koboIn(amount);
  if (minor === undefined || minor === 0n) {
    throw new ApiError('AMOUNT_OUT_OF_RANGE', {
      message: 'Write the amount in naira, such as 1,500 or 1500.50.',
    });
  }
  if (minor > leftMinor) {
    throw new ApiError('AMOUNT_EXCEEDS_REFUNDABLE', {
      message: 'That is more than can still be refunded of this payment.',
    });
  }
  return minor;
}

function refusalOf(error: unknown): { fault: string; status: number } {
  if (!(error instanceof ApiError)) throw error;
  return { fault: refusalText(error), status: resultCodes[error.reason].httpStatus };
}

/** Carries out the form that the summary page drew. Its reference is fixed, so sending it twice makes one refund. */
async function ask(ports: MoneyPorts, { viewer, actor, body }: PortalCall): Promise<PortalAnswer> {
  const transaction = textOf(body, 'transaction');
  const refundReference = textOf(body, 'refundReference');
  if (!isId('txn', transaction) || !isId('rfp', refundReference)) {
    throw new ApiError('RESOURCE_NOT_FOUND');
  }
  const minor = textOf(body, 'amountMinor');
  const { reason, amount } = readForm(RefundRequest, {
    ...{ refundReference, reason: textOf(body, 'reason') },
    amount: /^[1-9]\d{0,15}$/.test(minor) ? Number(minor) : minor,
  });
  const amountMinor = fromJsonAmount(amount ?? 0);
  const merchant = await merchantOf(ports, viewer);
  const { paymentReference } = await ports.payments.find(viewer.merchantId, transaction);
  const asked = { transactionReference: transaction, paymentReference, amountMinor, reason };
  const answer = await ports.proposals.ask(
    merchant,
    { refundReference, ...asked },
    actor,
    isFresh(viewer),
  );
  if (answer.outcome === 'FRESH_NEEDED') {
    const naira = `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`;
    const again = pathWith('/refunds/new', { transaction, amount: naira, reason, check: '1' });
    return { to: pathWith(freshPath, { to: again }) };
  }
  if (answer.outcome === 'PROPOSED') return { to: '/refunds?done=proposed' };
  return { to: pathWith(pathOfRefund(refundReference), { done: 'refunded' }) };
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function proposalIn({ proposalId = '' }: PortalCall['params']): string {
  if (!isId('rfp', proposalId)) throw new ApiError('RESOURCE_NOT_FOUND');
  return proposalId;
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function referenceIn({ refundReference = '' }: PortalCall['params']): string {
  if (!paymentReferencePattern.test(refundReference)) throw new ApiError('RESOURCE_NOT_FOUND');
  return refundReference;
}

async function one(ports: MoneyPorts, call: PortalCall): Promise<PortalAnswer> {
  const given = { accountNumber: '', bankCode: '' };
  return shownRefund(ports, call, given, { fault: null, status: 200 });
}

async function shownRefund(
  ports: MoneyPorts,
  { viewer, params, query }: PortalCall,
  given: { accountNumber: string; bankCode: string },
  said: { readonly fault: string | null; readonly status: number },
): Promise<PortalAnswer> {
  const wish = { ifNoneMatch: undefined, waitMs: 0 };
  const { state } = await ports.refunds.find(viewer.merchantId, referenceIn(params), wish);
  if (state === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
  const banks = state.status === 'NEEDS_ACCOUNT' ? await banksOf(ports, viewer) : [];
  const refund = receiverFor(viewer, state);
  return { page: refundPage({ viewer, refund, banks, given, done: doneIn(query), ...said }) };
}

/** Returns no banks while the bank gives no list; the person then types the code. */
async function banksOf(ports: MoneyPorts, viewer: PortalViewer): Promise<readonly RailBank[]> {
  try {
    return await ports.banks.list(await merchantOf(ports, viewer));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

async function giveAccount(ports: MoneyPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, actor, params, body } = call;
  const given = {
    accountNumber: textOf(body, 'accountNumber').trim(),
    bankCode: textOf(body, 'bankCode').trim(),
  };
  const reference = referenceIn(params);
  try {
    const asked = readForm(DestinationRequest, given);
    const merchant = await merchantOf(ports, viewer);
    await ports.refunds.provideAccount(merchant, reference, asked, actor);
  } catch (error) {
    const said = refusalOf(error);
    if (said.status === 404 || said.status >= 500) throw error;
    return shownRefund(ports, call, given, said);
  }
  return { to: pathWith(pathOfRefund(reference), { done: 'account' }) };
}
