import type { FastifyReply, FastifyRequest } from 'fastify';
import { openCsv, readerBy } from '../../http/csv-file.js';
import type { Column } from '../../http/list-columns.js';
import type { Page } from '../../http/paging.js';
import { visitorOf } from './forms.js';

interface SavedFile<Item> {
  readonly name: string;
  readonly column: Column<Item>;
  readonly read: (page: { readonly size: number; readonly cursor?: string }) => Promise<Page<Item>>;
}

/** Sends a whole list as a file, a page of it at a time. */
export async function sendFile<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, column, read }: SavedFile<Item>,
): Promise<FastifyReply> {
  const { operatorId } = visitorOf(request);
  const reader = readerBy(request, { merchantId: operatorId, caller: operatorId });
  const file = await openCsv({ name, columns: [column] }, reader, ({ cursor, size }) =>
    read({ size, ...(cursor !== undefined && { cursor }) }),
  );
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(file.type)
    .send(file.body);
}
