import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators, operatorOf } from '../../operators/people/operator.guard.js';
import { OrderParameters, OrderView } from './order.dto.js';
import { readerOf } from './reader.js';
import { OrderService } from './order.service.js';

@ApiTags('Look-ups')
@Controller('ops/v1')
export class OrdersController {
  constructor(private readonly orders: OrderService) {}

  /**
   * Returns all about one order: the payer, where the money is now, payments with their senders, card attempts, refunds, disputes,
   * journals, webhooks, cases and the timeline.
   */
  @Get('orders/:merchantId/:reference')
  @ForOperators('payments:read')
  @Answers(OrderView, ['RESOURCE_NOT_FOUND'])
  async getOrder(
    @Param() { merchantId, reference }: OrderParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<OrderView>> {
    const reader = readerOf(operatorOf(request));
    return ok('Order found', await this.orders.find(merchantId, reference, reader));
  }
}
