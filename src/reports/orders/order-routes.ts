import type { FastifyInstance } from 'fastify';
import { isId } from '../../domain/ids.js';
import { ApiError } from '../../http/api-error.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { operatorOf } from '../../operators/desk/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { orderDocument } from './order-page.js';
import { readerOf } from './reader.js';
import type { OrderService } from './order.service.js';

/** Adds the page of one order. */
export function addOrderPage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  orders: Pick<OrderService, 'find'>,
): void {
  room.get<{ Params: { merchantId: string; reference: string } }>(
    '/orders/:merchantId/:reference',
    needs('payments:read'),
    async (request, reply) => {
      const { merchantId, reference } = request.params;
      if (!isId('mch', merchantId)) throw new ApiError('RESOURCE_NOT_FOUND');
      const found = await orders.find(merchantId, reference, readerOf(operatorOf(request)));
      return html(reply, orderDocument(frame(request), found));
    },
  );
}
