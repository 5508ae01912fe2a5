import type { OrderStory } from '../../pages/portal/order-story.js';
import { emailFor, nameFor, numberFor } from '../../pages/portal/payer-sight.js';
import type { PgOrders } from './order.store.js';

/** Reads the history of an order for its merchant's people, without journals, cases and other internal data. */
export class MerchantOrders {
  constructor(private readonly store: Pick<PgOrders, 'find'>) {}

  /** Returns undefined when the merchant has no such order. With `seesPayers`, payers' data are not masked. */
  async find(
    merchantId: string,
    reference: string,
    seesPayers: boolean,
  ): Promise<OrderStory | undefined> {
    const found = await this.store.find(merchantId, reference);
    if (found === undefined) return undefined;
    const { customer, description, parts } = found;
    const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
    const { attempts, disputes, webhooks, messages, timeline } = parts;
    return {
      payerName: nameFor(name || null, seesPayers),
      payerEmail: emailFor(customer.email, seesPayers),
      payerPhone: numberFor(customer.phoneNumber, seesPayers),
      description,
      credits: parts.credits.map((each) => ({
        ...each,
        senderName: nameFor(each.senderName, seesPayers),
        senderAccount: numberFor(each.senderAccount, seesPayers),
        // Whoever may not see payers gets no narration, because it often contains the payer's name.
        narration: seesPayers ? each.narration : null,
      })),
      refunds: parts.refunds.map((each) => ({
        ...each,
        receiverName: nameFor(each.receiverName, seesPayers),
        receiverAccount: numberFor(each.receiverAccount, seesPayers),
      })),
      ...{ attempts, disputes, webhooks, messages, timeline },
    };
  }
}
