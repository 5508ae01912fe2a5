import { openCsv, readerBy } from '../../http/csv-file.js';
import type { Column } from '../../http/list-columns.js';
import type { Page } from '../../http/paging.js';
import type { PortalAnswer, PortalCall } from './portal-route.js';

/** The filters of the list, and the fields of a query that choose one page of it. */
type FileFields = Readonly<Record<string, string>>;

interface SavedList<Item> {
  readonly name: 'payments' | 'refunds' | 'disputes' | 'audit';
  /** The API's columns, where it has this file too. */
  readonly columns: readonly Column<Item>[];
  readonly wish: Readonly<Record<string, string>>;
  /** Reads a page of the list by these fields. */
  readonly read: (fields: FileFields) => Promise<Page<Item>>;
}

/** Returns a whole list as a file. */
export async function savedList<Item>(
  { viewer: { merchantId, personId }, request }: Pick<PortalCall, 'viewer' | 'request'>,
  { name, columns, wish, read }: SavedList<Item>,
): Promise<PortalAnswer> {
  const reader = readerBy(request, { merchantId, caller: personId });
  const opened = await openCsv({ name, columns }, reader, ({ cursor = '', size }) =>
    read({ ...wish, format: 'csv', size: String(size), cursor }),
  );
  return { file: { name: opened.name, type: opened.type, content: opened.body } };
}
