import { describe, expect, it } from 'vitest';
import { csvMapping, readCsvStatement } from '../../../../src/upkeep/statements/csv-statement.js';
import { readCamt053Statement } from '../../../../src/upkeep/statements/camt053-statement.js';
import { readMt940Statement } from '../../../../src/upkeep/statements/mt940-statement.js';
import { formatOf, statementText } from '../../../../src/upkeep/statements/read-statement.js';
import { toStatementLines } from '../../../../src/upkeep/statements/statement-file.js';

const session = '000013261127101500000000000001';
const mapping = csvMapping.parse({
  account: '9900000001',
  dates: 'DD/MM/YYYY',
  columns: {
    date: 'Date',
    narration: 'Details',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
  },
});
const titles = 'Date,Details,Debit,Credit,Balance';
const csv = (...rows: string[]) => readCsvStatement([titles, ...rows].join('\r\n'), mapping);

describe('a CSV', () => {
  it('tells credits and debits with their session ids, in Lagos time', () => {
    const { lines } = csv(
      `27/11/2026 10:15,"NIP ${session}, from ADA",,"1,000.50","5,000.50"`,
      `27/11/2026,"a ""quoted""\nnote",0.50,,5000.00`,
    );
    expect(lines).toMatchObject([
      { row: 2, way: 'CREDIT', amountMinor: 100_050n, sessionId: session, balanceMinor: 500_050n },
      { row: 3, way: 'DEBIT', amountMinor: 50n, sessionId: null, narration: 'a "quoted" note' },
    ]);
    expect(lines.map(({ at }) => at.toISOString())).toEqual([
      '2026-11-27T09:15:00.000Z',
      '2026-11-26T23:00:00.000Z',
    ]);
  });

  it.each([
    [
      'a broken chain',
      ['27/11/2026,a,,1.00,5.00', '27/11/2026,b,,1.00,7.00'],
      /^line 3: the balance/,
    ],
    ['an amount that is none', ['27/11/2026,a,,=1+1,5.00'], /^line 2: its amount/],
    ['a part of a kobo', ['27/11/2026,a,,1.005,5.00'], /^line 2: its amount/],
    ['both a debit and a credit', ['27/11/2026,a,1.00,1.00,5.00'], /^line 2: it is neither/],
    ['neither', ['27/11/2026,a,,,5.00'], /^line 2: it is neither/],
    ['a date that there is not', ['31/02/2026,a,,1.00,5.00'], /^line 2: its date/],
    ['too few fields', ['27/11/2026,a,,1.00'], /^line 2: it has 4 fields of 5/],
    ['a quote that does not end', ['27/11/2026,"a,,1.00,5.00'], /^line 2: a quoted field/],
    [
      'a huge field',
      [`27/11/2026,${'a'.repeat(5_000)},,1.00,5.00`],
      /^line 2: a field is too long/,
    ],
  ])('with %s is refused with its line', (_, rows, why) => {
    expect(() => csv(...rows)).toThrow(why);
  });

  it('without a column of its mapping, or of two accounts, is refused', () => {
    expect(() => readCsvStatement('Date,Details', mapping)).toThrow(/no column "Debit"/);
    const wide = { ...mapping, columns: { ...mapping.columns, account: 'Account' } };
    const text = `${titles},Account\n27/11/2026,a,,1.00,1.00,9900000001\n27/11/2026,b,,1.00,2.00,9900000002`;
    expect(() => readCsvStatement(text, wide)).toThrow(/^line 3: it is of another account/);
  });

  it('has no signs that turn a text around', () => {
    const { lines } = csv('27/11/2026,a\u202Eb\u200Bc,,1.00,1.00');
    expect(lines[0]?.narration).toBe('a b c');
  });
});

describe('an MT940', () => {
  const file = (...middle: string[]) =>
    [
      ...[
        '{1:F01BANKNGLAAXXX0000000000}{2:I940BANKNGLAXXXXN}{4:',
        ':20:STARTUMS',
        ':25:9900000001',
      ],
      ...[':28C:1/1', ':60F:C261126NGN4000,00', ...middle, '-}'],
    ].join('\r\n');
  const credit = [`:61:2611271127C1000,50NTRF${session}`, ':86:FROM ADA', 'OBI'];

  it('tells its entries with balances that follow', () => {
    const read = readMt940Statement(file(...credit, ':62F:C261127NGN5000,50'));
    expect(read.account).toBe('9900000001');
    expect(read.lines).toMatchObject([
      { way: 'CREDIT', amountMinor: 100_050n, sessionId: session, balanceMinor: 500_050n },
    ]);
    expect(read.lines[0]?.narration).toContain('FROM ADA OBI');
  });

  it.each([
    [
      'a closing balance that does not follow',
      [...credit, ':62F:C261127NGN5000,51'],
      /closing balance/,
    ],
    ['no closing balance', credit, /no closing balance/],
    ['another currency', [...credit, ':62F:C261127USD5000,50'], /another currency/],
    [
      'an entry that cannot be read',
      [':61:rubbish', ':62F:C261127NGN4000,00'],
      /^line 6: it cannot/,
    ],
  ])('with %s is refused', (_, middle, why) => {
    expect(() => readMt940Statement(file(...middle))).toThrow(why);
  });
});

describe('a camt.053', () => {
  const bal = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const file = (entry: string, closing = '5000.50') =>
    `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>9900000001</Id></Othr></Id></Acct>${bal('OPBD', '4000.00')}${bal('CLBD', closing)}
${entry}</Stmt></BkToCstmrStmt></Document>`;
  const entry = `<Ntry><Amt Ccy="NGN">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>${session}</EndToEndId></Refs><RmtInf><Ustrd>FROM A &amp; B</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

  it('tells its entries with balances that follow', () => {
    const read = readCamt053Statement(file(entry));
    expect(read.account).toBe('9900000001');
    expect(read.lines).toMatchObject([
      { way: 'CREDIT', amountMinor: 100_050n, sessionId: session, balanceMinor: 500_050n },
    ]);
    expect(read.lines[0]?.narration).toContain('FROM A & B');
  });

  it.each([
    ['a closing balance that does not follow', file(entry, '1.00'), /closing balance/],
    ['another currency', file(entry.replace('NGN', 'USD')), /another currency/],
    ['an element that is not closed', file(entry).replace('</Ntry>', ''), /not closed|neither/],
    ['an end that is missing', file(entry).slice(0, -20), /ends too early|not closed/],
    ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${file(entry)}`, /entities/],
    ['deep nesting', file('<a>'.repeat(500)), /nested/],
  ])('with %s is refused', (_, text, why) => {
    expect(() => readCamt053Statement(text)).toThrow(why);
  });
});

describe('a file', () => {
  it('is known by what it looks like', () => {
    expect([':20:X', '{1:F01', '<?xml version="1.0"?>', 'Date,Amount'].map(formatOf)).toEqual([
      ...['mt940', 'mt940', 'camt053', 'csv'],
    ]);
  });

  it('may have a BOM, and no other encoding', () => {
    expect(statementText(Buffer.from('\uFEFFDate'))).toBe('Date');
    expect(() => statementText(Buffer.from([0x44, 0xe9]))).toThrow(/not in UTF-8/);
    expect(() => statementText(Buffer.from('D\0a\0', 'utf8'))).toThrow(/no text/);
  });

  it('has numbers for its lines that follow from what they say', () => {
    const same = '27/11/2026,same,,1.00,';
    const { lines } = readCsvStatement(`${titles}\n${same}\n${same}\n27/11/2026,other,,1.00,`, {
      ...mapping,
      columns: { ...mapping.columns, balance: undefined },
    });
    const ids = (of: typeof lines) =>
      toStatementLines('9900000001', of).map(({ lineId }) => lineId);
    expect(new Set(ids(lines)).size).toBe(3);
    // In another order, and without the first: the same lines have the same numbers.
    expect(new Set(ids(lines.toReversed()))).toEqual(new Set(ids(lines)));
    expect(ids(lines)).toContain(ids(lines.slice(2))[0]);
  });
});
