import { accountNameOf } from '../../domain/chart-of-accounts.js';
import { checkoutWorkflowId } from '../../domain/ids.js';
import { toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import type { Logger } from '../../platform/observability/logger.js';
import type { OrderView } from './order.dto.js';
import type { FoundOrder, PgOrders } from './order.store.js';
import { accountFor, type Reader } from './reader.js';
import { amountsText, moneyText } from './order-words.js';

/** Reads an order with everything that belongs to it, for an operator who has the payer on the telephone. */
export class OrderService {
  constructor(
    private readonly store: Pick<PgOrders, 'find'>,
    /** The address at which the Temporal UI shows workflows. */
    private readonly workflows: string,
    private readonly log: Pick<Logger, 'info'>,
  ) {}

  /** Finds an order, and logs which reader has seen its payer. @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, reference: string, reader: Reader): Promise<OrderView> {
    const whole = await this.store.find(merchantId, reference);
    if (whole === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const found = shownTo(reader, whole);
    this.log.info(
      { operator: reader.name, merchantId, checkoutId: found.checkoutId },
      'a payer was shown',
    );
    const id = encodeURIComponent(checkoutWorkflowId(merchantId, reference));
    return { ...orderView(found), workflow: `${this.workflows}/${id}` };
  }
}

/** Masks the account numbers of payers for a reader without the permission to see them. */
function shownTo(reader: Reader, found: FoundOrder): FoundOrder {
  const { credits, refunds } = found.parts;
  const parts = {
    ...found.parts,
    credits: credits.map((each) => ({
      ...each,
      senderAccount: accountFor(reader, each.senderAccount),
    })),
    refunds: refunds.map((each) => ({
      ...each,
      receiverAccount: accountFor(reader, each.receiverAccount),
    })),
  };
  return { ...found, parts };
}

function orderView(found: FoundOrder): Omit<OrderView, 'workflow'> {
  const { checkoutId, merchantId, merchantName, paymentReference, status, statusReason } = found;
  const { exceptions, currency, description, customer, parts } = found;
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return {
    ...{ checkoutId, merchantId, merchantName, paymentReference, status, statusReason },
    ...{ exceptions, currency, description },
    amount: toJsonAmount(found.amountMinor),
    amountDue: toJsonAmount(found.expectedMinor),
    amountPaid: toJsonAmount(found.paidMinor),
    amountsText: amountsText(found),
    moneyText: moneyText(found),
    payerName: name || null,
    payerEmail: customer.email,
    payerPhone: customer.phoneNumber,
    initiatedAt: found.createdAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
    ...parts,
    journals: parts.journals.map((journal) => ({
      ...journal,
      legs: journal.legs.map((leg) => ({ ...leg, accountName: accountNameOf(leg.account) })),
    })),
  };
}
