import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../../src/domain/csv.js';
import { formatNaira, toDecimalNaira } from '../../../../src/domain/money.js';
import type { StatementHead, StatementLine } from '../../../../src/payouts/statements/statement.js';
import { csvColumns, statementCsv } from '../../../../src/payouts/statements/statement-csv.js';
import { statementJson } from '../../../../src/payouts/statements/statement-json.js';
import {
  withBalances,
  type OpenStatement,
} from '../../../../src/payouts/statements/statement-lines.js';
import { statementPdf } from '../../../../src/payouts/statements/statement-pdf.js';

/** Yoruba, Igbo and Hausa. */
const merchantName = 'Adébáyọ̀ & Ụmụ Ƙasuwa (Nig.) Ltd';

const nothing = {
  openingMinor: 0n,
  grossMinor: 0n,
  feeMinor: 0n,
  vatMinor: 0n,
  refundMinor: 0n,
  chargebackMinor: 0n,
  reversalMinor: 0n,
  dutyMinor: 0n,
  adjustmentMinor: 0n,
  payoutFeeMinor: 0n,
  payoutDutyMinor: 0n,
  netMinor: 0n,
  closingMinor: 0n,
};

const line = (at: number): StatementLine => ({
  position: { bookedAt: '', lineId: BigInt(at) },
  bookedAt: new Date(Date.UTC(2026, 10, 20, 8, 0, at)),
  dueOn: '2026-11-23',
  type: 'COLLECTION',
  reference: `txn_${String(at).padStart(26, '0')}`,
  paymentReference: `ORD-${at}`,
  transactionReference: `txn_${String(at).padStart(26, '0')}`,
  sessionId: null,
  grossMinor: 1_000_001n,
  feeMinor: 10_000n,
  vatMinor: 750n,
  dutyMinor: 0n,
  netMinor: 989_251n,
});

/** A period's statement with so many collections, in pages of seven lines. */
function statement(count: number, changes: Partial<StatementHead> = {}): OpenStatement {
  const opening = -5_000n;
  const n = BigInt(count);
  const head: StatementHead = {
    subject: {
      kind: 'PERIOD',
      since: new Date('2026-10-31T23:00:00Z'),
      before: new Date('2026-11-30T23:00:00Z'),
    },
    merchantId: 'mch_1',
    merchantName,
    number: null,
    currency: 'NGN',
    sums: {
      ...nothing,
      openingMinor: opening,
      grossMinor: 1_000_001n * n,
      feeMinor: 10_000n * n,
      vatMinor: 750n * n,
      closingMinor: opening + 989_251n * n,
    },
    lineCount: count,
    asOf: new Date('2026-11-30T23:00:00Z'),
    ...changes,
  };
  const issuedAt = new Date('2026-12-01T09:30:00Z');
  return { head, lines: withBalances(head, pages(count)), issuedAt, isSandbox: false };
}

async function* pages(count: number): AsyncGenerator<readonly StatementLine[]> {
  for (let at = 0; at < count; at += 7) {
    yield Array.from({ length: Math.min(7, count - at) }, (_, i) => line(at + i + 1));
  }
}

async function written(parts: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

/** Every text of each page, with where it begins and ends. */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const all = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item && item.str !== ''
        ? [{ text: item.str, ends: Number(item.transform[4]) + item.width }]
        : [],
    );
    all.push(texts);
  }
  return all;
}

describe('a statement as CSV', () => {
  it('has one row for each line between opening and closing, and its kobo sum to their difference', async () => {
    const text = (await written(statementCsv(statement(20)))).toString('utf8');
    const rows = text.split('\r\n');
    expect(rows.pop()).toBe('');
    expect(rows[0]).toBe(csvColumns.join(','));
    const cells = rows.slice(1).map((row) => row.split(','));
    expect(cells).toHaveLength(22);
    expect(cells.every((row) => row.length === csvColumns.length)).toBe(true);
    const of = (row: string[] | undefined, column: (typeof csvColumns)[number]) =>
      row?.[csvColumns.indexOf(column)] ?? '';
    const [opening, closing] = [cells[0], cells.at(-1)];
    expect([of(opening, 'type'), of(closing, 'type')]).toEqual(['OPENING', 'CLOSING']);
    expect([of(opening, 'balanceKobo'), of(opening, 'balanceNaira')]).toEqual(['-5000', '-50.00']);
    let balance = BigInt(of(opening, 'balanceKobo'));
    for (const row of cells.slice(1, -1)) {
      balance += BigInt(of(row, 'netKobo'));
      expect(of(row, 'balanceKobo')).toBe(String(balance));
      expect(of(row, 'balanceNaira')).toBe(toDecimalNaira(balance));
    }
    expect(of(closing, 'balanceKobo')).toBe(String(balance));
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+234', "'+234"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['999998261120151233000000000001', "'999998261120151233000000000001"],
    ['00123', "'00123"],
    ['1e5', "'1e5"],
    ['12E-3', "'12E-3"],
    ['3/4', "'3/4"],
    ['2026-11-20', "'2026-11-20"],
    ['MAY-26', "'MAY-26"],
    ['1 Sept 2026', "'1 Sept 2026"],
    ['12:30 PM', "'12:30 PM"],
    ['1,000.50', "'1,000.50"],
    ['TRUE', "'TRUE"],
    ['ORD-1', 'ORD-1'],
    ['A1', 'A1'],
    ['MAYA-26', 'MAYA-26'],
    ['rfd_01KA0000000000000000000000', 'rfd_01KA0000000000000000000000'],
    ['', ''],
    [null, ''],
  ])('gives a spreadsheet nothing to change: %j', (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });
});

describe('a statement as JSON', () => {
  it.each([0, 1, 20])('is one envelope, with %i lines', async (count) => {
    const { isSuccessful, code, data } = JSON.parse(
      (await written(statementJson(statement(count)))).toString('utf8'),
    ) as { isSuccessful: boolean; code: string; data: Record<string, unknown> };
    expect({ isSuccessful, code }).toEqual({ isSuccessful: true, code: '00' });
    expect(data).toMatchObject({
      statementNumber: 'P-20261101-20261130',
      merchantName,
      from: '2026-11-01',
      to: '2026-11-30',
      lineCount: count,
      openingBalance: -5_000,
      grossAmount: 1_000_001 * count,
      closingBalance: -5_000 + 989_251 * count,
    });
    expect(data['lines']).toHaveLength(count);
  });
});

describe('a statement as PDF', () => {
  it.each([0, 12, 13, 40, 41, 200])('shows all of %i lines, page by page', async (count) => {
    const shown = await read(await written(statementPdf(statement(count))));
    const texts = shown.flat().map(({ text }) => text);
    for (let at = 1; at <= count; at += 1) expect(texts).toContain(line(at).reference);
    expect(texts.filter((text) => text.startsWith('txn_'))).toHaveLength(count);
    for (const [at, page] of shown.entries()) {
      expect(page.map(({ text }) => text)).toContain(`Page ${at + 1} of ${shown.length}`);
    }
    expect(texts.filter((text) => text === 'Closing balance')).toHaveLength(2);
    const closing = formatNaira(-5_000n + 989_251n * BigInt(count));
    expect(texts.filter((text) => text === closing).length).toBeGreaterThanOrEqual(2);
  });

  it('names merchant, number, period, currency and when it was issued', async () => {
    const [first = []] = await read(await written(statementPdf(statement(3))));
    const texts = first.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        merchantName,
        'P-20261101-20261130',
        '2026-11-01 to 2026-11-30',
        'NGN (naira)',
        '2026-12-01 10:30 (Lagos)',
      ]),
    );
  });

  it('prints the longest references whole, and as narrow as their column', async () => {
    const { head, issuedAt, isSandbox } = statement(1);
    const [reference, paymentReference] = ['W'.repeat(64), 'M'.repeat(64)];
    async function* source() {
      yield [{ ...line(1), reference, paymentReference }];
    }
    const long = { head, issuedAt, isSandbox, lines: withBalances(head, source()) };
    const [first = []] = await read(await written(statementPdf(long)));
    for (const wanted of [reference, paymentReference]) {
      expect(first.find(({ text }) => text === wanted)?.ends).toBeLessThanOrEqual(440.5);
    }
  });

  it('lets others have their turn between two pages', async () => {
    let turns = 0;
    let going = true;
    const turn = () => {
      turns += 1;
      if (going) setImmediate(turn);
    };
    setImmediate(turn);
    const pdf = await written(statementPdf(statement(200)));
    going = false;
    expect(turns).toBeGreaterThanOrEqual((await read(pdf)).length);
  });

  it('aligns every amount of a column to the right', async () => {
    const [first = []] = await read(await written(statementPdf(statement(12))));
    const ends = (text: string) => first.filter((each) => each.text === text).map((e) => e.ends);
    const net = ends('₦9,892.51');
    expect(net).toHaveLength(12);
    for (const end of net) expect(end).toBeCloseTo(734, 0);
    for (const end of ends('Net')) expect(end).toBeCloseTo(734, 0);
  });
});

describe('a statement of the sandbox', () => {
  const test = { ...statement(40), isSandbox: true };

  it('says on each page of the PDF that no real money was moved', async () => {
    const shown = await read(await written(statementPdf(test)));
    expect(shown).toHaveLength(2);
    for (const page of shown) {
      const texts = page.map(({ text }) => text);
      expect(texts).toContain('TEST: no real money was moved');
      expect(texts).toContain('TEST');
    }
    const [live = []] = await read(await written(statementPdf(statement(1))));
    expect(live.filter(({ text }) => text.includes('TEST'))).toEqual([]);
  });

  it('says so in each row of the CSV', async () => {
    const csv = (await written(statementCsv({ ...statement(2), isSandbox: true }))).toString();
    const ends = csv
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(',').at(-1));
    expect(ends).toEqual(['environment', 'TEST', 'TEST', 'TEST', 'TEST']);
    expect((await written(statementCsv(statement(2)))).toString()).not.toContain('TEST');
  });
});

describe('a long statement', () => {
  it.each([
    ['CSV', 10_000, statementCsv],
    ['JSON', 10_000, statementJson],
    ['PDF', 2_000, statementPdf],
  ])('is read as it is written, and never held whole: %s', async (_format, count, write) => {
    const { lines: _lines, ...rest } = statement(count);
    const { head } = rest;
    let pulled = 0;
    async function* source(): AsyncGenerator<readonly StatementLine[]> {
      for (let at = 0; at < count; at += 500) {
        pulled += 500;
        yield Array.from({ length: 500 }, (_, i) => line(at + i + 1));
      }
    }
    let written = 0;
    let largest = 0;
    for await (const part of write({ ...rest, lines: withBalances(head, source()) })) {
      written += 1;
      largest = Math.max(largest, part.length);
      expect(pulled).toBeLessThanOrEqual(Math.max(written * 500, 1_000));
    }
    expect(pulled).toBe(count);
    expect(largest).toBeLessThan(400_000);
  });
});

describe('a statement whose lines do not come to its head', () => {
  it.each([
    ['a line too few', { lineCount: 4 }],
    ['another sum', { sums: { ...nothing, closingMinor: 1n } }],
  ])('is broken off: %s', async (_what, changes) => {
    for (const write of [statementCsv, statementJson, statementPdf]) {
      await expect(written(write(statement(3, changes)))).rejects.toThrow('another balance');
    }
  });
});
