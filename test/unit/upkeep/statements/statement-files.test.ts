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

  it.each([
    ['YYYY-MM-DD', '2026-12-31', '2026-12-30T23:00:00.000Z'],
    ['DD/MM/YYYY', '1/2/2027', '2027-01-31T23:00:00.000Z'],
    ['MM/DD/YYYY', '1/2/2027', '2027-01-01T23:00:00.000Z'],
    ['DD-MMM-YYYY', '01-Jan-2027 00:30', '2026-12-31T23:30:00.000Z'],
  ] as const)('has dates as %s', (dates, text, iso) => {
    const { lines } = readCsvStatement(`${titles}\n${text},a,,1.00,5.00`, { ...mapping, dates });
    expect(lines[0]?.at.toISOString()).toBe(iso);
  });

  it('may have one column for both ways, with a sign, and one for the currency', () => {
    const columns = { date: 'Date', narration: 'Details', amount: 'Amount', currency: 'Currency' };
    const read = (...rows: string[]) =>
      readCsvStatement(['Date,Details,Amount,Currency', ...rows].join('\n'), {
        ...{ ...mapping, columns },
      }).lines.map(({ way, amountMinor }) => [way, amountMinor]);
    expect(read('27/11/2026,a,-1.50,NGN', '27/11/2026,b,"NGN 1,000.00",ngn')).toEqual([
      ['DEBIT', 150n],
      ['CREDIT', 100_000n],
    ]);
    expect(() => read('27/11/2026,a,1.50,NGN', '27/11/2026,b,1.50,USD')).toThrow(
      /^line 3: it is in/,
    );
    expect(() => read('27/11/2026,a,0.00,NGN')).toThrow(/^line 2: its amount is 0/);
  });

  it('without a balance where it has a column of them is refused', () => {
    const rows = ['27/11/2026,a,,1.00,5.00', '27/11/2026,b,2.00,,', '27/11/2026,c,,4.00,7.00'];
    expect(() => csv(...rows)).toThrow(/^line 3: its amount/);
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
    ['C', 'CREDIT', 'C261127NGN4001,00'],
    ['D', 'DEBIT', 'C261127NGN3999,00'],
    ['RC', 'DEBIT', 'C261127NGN3999,00'],
    ['RD', 'CREDIT', 'C261127NGN4001,00'],
  ])('tells that %s is a %s', (sign, way, closing) => {
    const { lines } = readMt940Statement(file(`:61:261127${sign}1,NTRFX`, `:62F:${closing}`));
    expect(lines).toMatchObject([{ way, amountMinor: 100n }]);
  });

  it('has session ids that its bank has broken after 65 characters', () => {
    const [start, end] = [session.slice(0, 19), session.slice(19)];
    const text = file(
      ...[':61:261127C1000,50NTRFX', `:86:NIP TRF ADA OBI ${start}`, end],
      ':62F:C261127NGN5000,50',
    );
    expect(readMt940Statement(text).lines).toMatchObject([{ sessionId: session }]);
  });

  it.each([
    ['2611271126', '2026-11-25'],
    ['2612310102', '2027-01-01'],
    ['2701021231', '2026-12-30'],
    ['261127', '2026-11-26'],
  ])('is booked, by %s, on the day that begins in the evening of %s', (dates, evening) => {
    const { lines } = readMt940Statement(file(`:61:${dates}C1,NTRFX`, ':62F:C261127NGN4001,00'));
    expect(lines.map(({ at }) => at.toISOString())).toEqual([`${evening}T23:00:00.000Z`]);
  });

  it('may be overdrawn, and its days are of Lagos and of their year', () => {
    const text = file(
      ...[':61:261231D5000,00NTRFX', ':61:2701010101C0,5NTRFY', ':62F:D270101NGN999,50'],
    );
    const { lines } = readMt940Statement(text);
    expect(lines.map(({ balanceMinor }) => balanceMinor)).toEqual([-100_000n, -99_950n]);
    expect(lines.map(({ at }) => at.toISOString())).toEqual([
      ...['2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ]);
    expect(() => readMt940Statement(text.replace(':61:261231', ':61:261331'))).toThrow(/its date/);
  });

  it('may have several statements of one account, each with a chain of its own', () => {
    const first = file(...credit, ':62M:C261127NGN5000,50');
    const second = file(...credit, ':62F:C261127NGN6001,00').replace(
      ':60F:C261126NGN4000,00',
      ':60M:C261127NGN5000,50',
    );
    expect(readMt940Statement(`${first}\r\n${second}`).lines.map(({ row }) => row)).toEqual([
      6, 16,
    ]);
    expect(readMt940Statement(`${first}\r\n${first}`).lines).toHaveLength(1);
    const other = second.replace(':25:9900000001', ':25:9900000002');
    expect(() => readMt940Statement(`${first}\r\n${other}`)).toThrow(/several accounts/);
    const open = second.replace(/:60M:.*\r\n/, '');
    expect(() => readMt940Statement(`${first}\r\n${open}`)).toThrow(/no opening balance/);
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

  it('may be overdrawn, by debits, at a time with a zone or on a day of Lagos', () => {
    const debit = entry.replace('CRDT', 'DBIT').replace('1000.50', '6000.00');
    const timed = debit.replace('<Dt>2026-11-27</Dt>', '<DtTm>2027-01-01T00:30:00+01:00</DtTm>');
    const text = file(`${timed}${entry}`, '999.50').replace(
      /(999\.50<\/Amt><CdtDbtInd>)CRDT/,
      '$1DBIT',
    );
    const { lines } = readCamt053Statement(text);
    expect(lines.map(({ way, balanceMinor }) => [way, balanceMinor])).toEqual([
      ['DEBIT', -200_000n],
      ['CREDIT', -99_950n],
    ]);
    expect(lines.map(({ at }) => at.toISOString())).toEqual([
      ...['2026-12-31T23:30:00.000Z', '2026-11-26T23:00:00.000Z'],
    ]);
  });

  it('may have several statements, each of which must hold by itself', () => {
    const stmt = /<Stmt>[^]*<\/Stmt>/.exec(file(entry))?.[0] ?? '';
    const two = (second: string) => file(entry).replace('</Stmt>', `</Stmt>${second}`);
    const next = stmt.replace('5000.50', '6001.00').replace('4000.00', '5000.50');
    expect(readCamt053Statement(two(next)).lines).toHaveLength(2);
    // A bank sends a statement again.
    expect(readCamt053Statement(two(stmt)).lines).toHaveLength(1);
    const unbalanced = file(entry).replaceAll(/<Bal>.*?<\/Bal>/g, '');
    const again = /<Stmt>[^]*<\/Stmt>/.exec(unbalanced)?.[0] ?? '';
    const twice = unbalanced.replace('</Stmt>', `</Stmt>${again}`);
    expect(readCamt053Statement(twice).lines).toHaveLength(2);
    expect(() => readCamt053Statement(two(stmt.replace('5000.50', '5000.51')))).toThrow(/closing/);
    expect(() => readCamt053Statement(two(stmt.replace('9900000001', '9900000002')))).toThrow(
      /several accounts/,
    );
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
