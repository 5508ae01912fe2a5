import type { FastifyInstance } from 'fastify';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { operatorOf } from '../../operators/desk/forms.js';
import { readerOf } from '../orders/reader.js';
import { needs } from '../../operators/desk/page-guard.js';
import { searchDocument } from './search-page.js';
import type { SearchService } from './search.service.js';

/** Adds the page with the results of the search box that every page has. */
export function addSearchPage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  search: Pick<SearchService, 'everywhere'>,
): void {
  room.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    '/search',
    needs('payments:read'),
    async (request, reply) => {
      const { q: given } = request.query;
      const q = typeof given === 'string' ? given.trim().slice(0, 100) : '';
      const found =
        q === '' ? { groups: [] } : await search.everywhere(q, readerOf(operatorOf(request)), 10);
      return html(reply, searchDocument({ ...frame(request), sought: q }, found));
    },
  );
}
