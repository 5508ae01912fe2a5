import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { PgCheckoutList } from './checkout-list.store.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { pageOf, sliceOf, timeCursors } from '../../http/paging.js';
import { changePeriodOf, periodOf } from '../../http/query-fields.js';
import { toE164 } from '../../http/phone-number.js';
import { mayDo, merchantOf } from '../../http/request-note.js';
import { listedCheckoutView } from './checkout-list-view.js';
import { CheckoutPage, ListCheckoutsQuery } from './checkout-list.dto.js';
import { checkoutColumns } from './checkout-list-file.js';

const cursors = timeCursors('checkouts', 'chk');

@ApiTags('Checkout')
@Controller('api/v1/checkouts')
export class CheckoutsController {
  constructor(private readonly checkouts: PgCheckoutList) {}

  /** Lists your checkouts, the newest first. Open, paid and unpaid ones are included. */
  @Get()
  @RequireScope('checkout:read')
  @AlsoCsv('checkouts', checkoutColumns)
  @Answers(CheckoutPage, [...tokenReasons, ...fileReasons])
  async listCheckouts(
    @Query() query: ListCheckoutsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CheckoutPage>> {
    const { merchantId } = merchantOf(request);
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
    const seesContacts = mayDo(request, 'transactions:pii');
    const page = pageOf(query, cursors, found, (each) => listedCheckoutView(each, seesContacts));
    return ok('Checkouts found', page);
  }
}
