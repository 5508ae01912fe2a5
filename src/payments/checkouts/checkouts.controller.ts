import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { mayDo, merchantOf } from '../../http/request-note.js';
import { CheckoutListsService } from './checkout-lists.service.js';
import { CheckoutPage, ListCheckoutsQuery } from './checkout-list.dto.js';
import { checkoutColumns } from './checkout-list-file.js';

@ApiTags('Checkout')
@Controller('api/v1/checkouts')
export class CheckoutsController {
  constructor(private readonly lists: CheckoutListsService) {}

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
    const seesContacts = mayDo(request, 'transactions:pii');
    const page = await this.lists.list(merchantId, query, seesContacts);
    return ok('Checkouts found', page);
  }
}
