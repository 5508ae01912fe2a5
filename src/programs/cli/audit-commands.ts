import { auditCsv } from '../../operators/audit/audit-csv.js';
import type { AuditEntriesPage, AuditEntryView } from '../../operators/audit/audit.dto.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import type { Commands, Given } from './command.js';
import { textOf } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** The commands that list changes and who made each of them, through the desk's API. */
export const auditCommands: Commands = {
  audit: {
    usage:
      '[--actor NAME] [--action ACTION] [--subject ID] [--merchant ID] [--from DAY] [--to DAY] [--size 20] [--cursor CURSOR] [--csv] [--json]',
    summary: 'Lists what operators, keys and commands have changed, the newest first.',
    words: [0, 0],
    options: {
      ...{ actor: text, action: text, subject: text, merchant: text, from: text, to: text },
      ...{ size: text, cursor: text, csv: flag, json: flag },
    },
    run: list,
  },
};

async function list(given: Given): Promise<string> {
  const query = new URLSearchParams();
  for (const name of ['actor', 'action', 'subject', 'from', 'to', 'size', 'cursor']) {
    const value = textOf(given, name);
    if (value !== undefined) query.set(name, value);
  }
  const merchant = textOf(given, 'merchant');
  if (merchant !== undefined) query.set('merchantId', merchant);
  const { data } = await askDesk<AuditEntriesPage>('GET', `/audit?${query}`);
  if (given.values['json'] === true) return JSON.stringify(data, null, 2);
  if (given.values['csv'] === true) return auditCsv(data.items).trimEnd();
  if (data.items.length === 0) return 'Nothing is found.';
  const { nextCursor } = data.page;
  const more = nextCursor === null ? '' : `\n\nThere are more: --cursor ${nextCursor}`;
  return tableOf<AuditEntryView>(columns, data.items) + more;
}

const columns = [
  { title: 'WHEN', text: ({ at }: AuditEntryView) => lagosMoment(new Date(at)) },
  { title: 'WHO', text: ({ actor }: AuditEntryView) => actor },
  { title: 'DID', text: ({ action }: AuditEntryView) => action },
  { title: 'WHAT', text: ({ subject }: AuditEntryView) => subject },
] as const;
