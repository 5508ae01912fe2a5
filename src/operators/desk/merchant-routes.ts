import type { FastifyInstance } from 'fastify';
import { merchantStatuses } from '../../domain/merchant-state.js';
import type { DeskRoom } from './desk-room.js';
import { needs } from './page-guard.js';
import { merchantsDocument, type MerchantsWish } from './pages/merchants.js';

type Query = Readonly<Record<string, unknown>>;
const pageSize = 50;

/** The list of merchants. */
export function addMerchantPages(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  room.get<{ Querystring: Query }>(
    '/merchants',
    needs('merchants:read'),
    async (request, reply) => {
      const { cursor } = request.query;
      const wish = wishOf(request.query);
      const page = await ports.merchants.list({
        size: pageSize,
        ...(wish.q !== '' && { q: wish.q }),
        ...(wish.status !== '' && { status: wish.status }),
        ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
      });
      return html(reply, merchantsDocument(frame(request), wish, page));
    },
  );
}

/** A filter that is missing in the address, or is invalid, is empty. */
function wishOf({ q, status }: Query): MerchantsWish {
  return {
    q: typeof q === 'string' ? q.trim().slice(0, 100) : '',
    status: merchantStatuses.find((each) => each === status) ?? '',
  };
}
