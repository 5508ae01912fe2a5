import { describe, expect, it } from 'vitest';
import { auditCsv } from '../../../../src/operators/audit/audit-csv.js';
import type { AuditEntryView } from '../../../../src/operators/audit/audit.dto.js';

const entry: AuditEntryView = {
  ...{ auditId: 1, at: '2026-11-20T10:00:00.000Z', actorKind: 'OPERATOR', actor: 'Ada' },
  ...{ partner: null, action: 'merchant.suspend', subjectKind: 'merchant', subject: 'mch_1' },
  ...{
    subjectName: null,
    merchantId: 'mch_1',
    merchantName: 'Opal',
    reason: 'fraud',
    door: 'DESK',
    address: '192.0.2.1',
  },
  ...{ before: { status: 'ACTIVE' }, after: { status: 'SUSPENDED' } },
};
/** Texts that somebody else has written, or may come to write. */
const written = ['actor', 'partner', 'action', 'subjectKind', 'subject', 'subjectName'] as const;
const fields = [...written, 'merchantId', 'merchantName', 'reason', 'door'] as const;

/** The cells of the row, by the names of the first one. */
function cellsOf(changes: Partial<AuditEntryView>): Record<string, string> {
  const [names = '', row = ''] = auditCsv([{ ...entry, ...changes }]).split('\r\n');
  const cells = row.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,)/g) ?? [];
  return Object.fromEntries(names.split(',').map((name, at) => [name, cells[at] ?? '']));
}

describe('the audit as CSV', () => {
  it.each(fields)('gives a spreadsheet nothing to run: %s', (field) => {
    expect(cellsOf({ [field]: '=1+1' })[field]).toBe("'=1+1");
    expect(cellsOf({})[field]).toBe(entry[field] ?? '');
  });

  it('has what was before and after as JSON', () => {
    expect(cellsOf({})).toMatchObject({
      ...{ before: '"{""status"":""ACTIVE""}"', after: '"{""status"":""SUSPENDED""}"' },
      ...{ at: entry.at, address: '192.0.2.1' },
    });
  });
});
