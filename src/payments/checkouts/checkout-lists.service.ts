import { pageOf, sliceOf, timeCursors, type Page } from '../../http/paging.js';
import { toE164 } from '../../http/phone-number.js';
import { changePeriodOf, periodOf } from '../../http/query-fields.js';
import { CheckoutListItem, ListCheckoutsQuery } from './checkout-list.dto.js';
import type { PgCheckoutList } from './checkout-list.store.js';
import { listedCheckoutView } from './checkout-list-view.js';

const cursors = timeCursors('checkouts', 'chk');

/** Lists the checkouts of a merchant. */
export class CheckoutListsService {
  constructor(private readonly checkouts: Pick<PgCheckoutList, 'list'>) {}

  /** The newest first. `seesContacts`: the caller may read e-mail addresses and phone numbers in full. */
  async list(
    merchantId: string,
    query: ListCheckoutsQuery,
    seesContacts: boolean,
  ): Promise<Page<CheckoutListItem>> {
    const { status, statusReason, exception, email, phoneNumber } = query;
    const { paymentReference, paymentLinkId } = query;
    const filter = {
      ...periodOf(query),
      ...changePeriodOf(query),
      ...{ status, statusReason, exception, email, paymentReference, paymentLinkId },
      paidBy: query.paymentChannel,
      phoneNumber: phoneNumber === undefined ? undefined : toE164(phoneNumber),
    };
    const found = await this.checkouts.list(merchantId, filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, (each) => listedCheckoutView(each, seesContacts));
  }
}
