import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { formatNaira, toDecimalNaira } from '../../../../src/domain/money.js';
import {
  lineTypes,
  type StatementHead,
  type StatementLine,
} from '../../../../src/payouts/statements/statement.js';
import { csvColumns, statementCsv } from '../../../../src/payouts/statements/statement-csv.js';
import { statementJson } from '../../../../src/payouts/statements/statement-json.js';
import {
  type OpenStatement,
  withBalances,
} from '../../../../src/payouts/statements/statement-lines.js';
import { statementPdf } from '../../../../src/payouts/statements/statement-pdf.js';

/** No sum is 0, and none is another's or the sum of some: what is left out, doubled or taken for another shows. */
const parts = {
  openingMinor: 1_00n,
  grossMinor: 1_000_000_000_02n,
  feeMinor: 4_04n,
  vatMinor: 8_08n,
  refundMinor: 16_16n,
  chargebackMinor: 32_32n,
  reversalMinor: 64_64n,
  dutyMinor: 129_28n,
  adjustmentMinor: 258_56n,
  payoutFeeMinor: 517_12n,
  payoutDutyMinor: 1_034_24n,
  netMinor: 2_068_48n,
};
const adds = new Set(['openingMinor', 'grossMinor', 'reversalMinor', 'adjustmentMinor']);
const closingMinor = Object.entries(parts).reduce(
  (sum, [name, minor]) => sum + (adds.has(name) ? minor : -minor),
  0n,
);
const sums = { ...parts, closingMinor };

/** One of each type; their five amounts are all different. */
const lines = lineTypes.map((type, at): StatementLine => {
  const n = BigInt(at + 1);
  return {
    ...{ position: { bookedAt: '', lineId: n }, dueOn: '2026-11-23', type },
    ...{ reference: `ref-${at}`, paymentReference: `ORD-${at}`, sessionId: null },
    transactionReference: null,
    bookedAt: new Date(Date.UTC(2026, 10, 20, 8, 0, at)),
    ...{ grossMinor: 70_000n * n, feeMinor: 700n * n, vatMinor: 70n * n, dutyMinor: 7n * n },
    netMinor: 69_223n * n,
  };
});

function statement(head: Partial<StatementHead>): OpenStatement {
  const whole: StatementHead = {
    subject: {
      ...{ kind: 'PERIOD', since: new Date('2026-10-31T23:00:00Z') },
      before: new Date('2026-11-30T23:00:00Z'),
    },
    ...{ merchantId: 'mch_1', merchantName: 'Shop', number: null, currency: 'NGN', sums },
    ...{ lineCount: 0, asOf: new Date('2026-11-30T23:00:00Z') },
    ...head,
  };
  const isOfLines = whole.lineCount > 0;
  async function* pages(): AsyncGenerator<readonly StatementLine[]> {
    if (isOfLines) yield lines;
  }
  // A head alone has nothing to be added to it.
  const read = isOfLines ? withBalances(whole, pages()) : noLines();
  return { head: whole, lines: read, issuedAt: new Date(), isSandbox: false };
}

async function* noLines() {}

const lineSum = lines.reduce((sum, { netMinor }) => sum + netMinor, 0n);
const ofLines = () =>
  statement({
    lineCount: lines.length,
    sums: { ...sums, closingMinor: sums.openingMinor + lineSum },
  });

async function written(some: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of some) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

/** Every text of the first page, in the order in which it was printed. */
async function printed(opened: OpenStatement): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(await written(statementPdf(opened))));
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
}

/** Kobo of an amount as people read it: ₦1,234.56, with a minus in front or not. */
function koboOf(text: string): bigint {
  const [, minus, digits = ''] = /^([-−]?)₦([\d,]+\.\d\d)$/.exec(text) ?? [];
  if (digits === '') throw new Error(`"${text}" is no amount`);
  const kobo = BigInt(digits.replaceAll(/[,.]/g, ''));
  return minus === '' ? kobo : -kobo;
}

describe('the summary on paper', () => {
  it('adds up to the closing balance, line by line as it is printed', async () => {
    const texts = await printed(statement({}));
    const from = texts.indexOf('NGN') + 1;
    const to = texts.indexOf('Closing balance', from);
    const amounts = texts.slice(from, to).filter((text) => text.includes('₦'));
    expect(amounts).toHaveLength(12);
    expect(new Set(amounts.map((text) => text.replace(/^[-−]/, ''))).size).toBe(12);
    expect(amounts.map(koboOf).reduce((sum, minor) => sum + minor, 0n)).toBe(closingMinor);
    expect(texts[to + 1]).toBe(formatNaira(closingMinor));
  });

  it('has beside each name what that is', async () => {
    const texts = await printed(statement({}));
    const named: readonly (readonly [string, bigint])[] = [
      ['Opening balance', sums.openingMinor],
      ['Collections', sums.grossMinor],
      ['Fees', -sums.feeMinor],
      ['VAT on fees', -sums.vatMinor],
      ['Refunds', -sums.refundMinor],
      ['Chargebacks', -sums.chargebackMinor],
      ['Stamp duty', -sums.dutyMinor],
      ['Payouts returned', sums.reversalMinor],
      ['Adjustments', sums.adjustmentMinor],
      ['Payout fees with VAT', -sums.payoutFeeMinor],
      ['Stamp duty on payouts', -sums.payoutDutyMinor],
      ['Paid out', -sums.netMinor],
    ];
    expect(named.map(([name]) => [name, texts[texts.indexOf(name) + 1]])).toEqual(
      named.map(([name, minor]) => [name, formatNaira(minor)]),
    );
  });
});

it('each sum of the JSON is what its name says', async () => {
  const text = (await written(statementJson(statement({})))).toString();
  const { data } = JSON.parse(text) as { data: object };
  expect(data).toMatchObject({
    openingBalance: Number(sums.openingMinor),
    grossAmount: Number(sums.grossMinor),
    feeAmount: Number(sums.feeMinor),
    vatAmount: Number(sums.vatMinor),
    refundAmount: Number(sums.refundMinor),
    chargebackAmount: Number(sums.chargebackMinor),
    reversalAmount: Number(sums.reversalMinor),
    stampDutyAmount: Number(sums.dutyMinor),
    adjustmentAmount: Number(sums.adjustmentMinor),
    payoutFeeAmount: Number(sums.payoutFeeMinor),
    payoutStampDutyAmount: Number(sums.payoutDutyMinor),
    netAmount: Number(sums.netMinor),
    closingBalance: Number(closingMinor),
  });
});

describe('each line', () => {
  const amounts = lines.map(({ grossMinor, feeMinor, vatMinor, dutyMinor, netMinor }, at) => {
    const before = lines.slice(0, at + 1).reduce((sum, each) => sum + each.netMinor, 0n);
    return [grossMinor, feeMinor, vatMinor, dutyMinor, netMinor, sums.openingMinor + before];
  });

  it('of the CSV has its amounts under their names, in naira and in kobo', async () => {
    const csv = (await written(statementCsv(ofLines()))).toString().trimEnd();
    const rows = csv.split('\r\n').map((row) => row.split(','));
    const kinds = ['gross', 'fee', 'vat', 'stampDuty', 'net', 'balance'];
    for (const [at, of] of amounts.entries()) {
      const row = rows[at + 2] ?? [];
      const cell = (name: string) => row[csvColumns.indexOf(name as (typeof csvColumns)[number])];
      expect(cell('type')).toBe(lineTypes[at]);
      expect(kinds.map((kind) => cell(`${kind}Naira`))).toEqual(of.map(toDecimalNaira));
      expect(kinds.map((kind) => cell(`${kind}Kobo`))).toEqual(of.map(String));
    }
  });

  it('of the JSON has its amounts under their names', async () => {
    const text = (await written(statementJson(ofLines()))).toString();
    const { data } = JSON.parse(text) as { data: { lines: Record<string, unknown>[] } };
    expect(
      data.lines.map(({ type, gross, fee, vat, stampDuty, net, balance }) => [
        ...[type, gross, fee, vat, stampDuty, net, balance],
      ]),
    ).toEqual(amounts.map((of, at) => [lineTypes[at], ...of.map(Number)]));
  });

  it('on paper has its amounts in the order of the columns', async () => {
    const texts = await printed(ofLines());
    for (const [at, of] of amounts.entries()) {
      const from = texts.indexOf(`ref-${at}`) + 1;
      expect(texts.slice(from, from + 6)).toEqual(of.map(formatNaira));
    }
  });
});
