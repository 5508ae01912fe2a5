import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskClient, DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { byTest } from '../../support/operators.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  world = await DeskWorld.edge();
});
afterAll(() => world?.stop());

/** Money for a number of nobody; by its prefix it could be the merchant's. */
async function heldCredit() {
  const creditId = await world.strayCredit(undefined, undefined, world.api.prefix);
  return { creditId, number: await world.caseOf(creditId) };
}

const resolutionOf = async (creditId: string) => {
  const rows = await world.api.query<{ resolution: string | null }>(
    'select resolution from inward_credit where credit_id = $1',
    [creditId],
  );
  return rows[0]?.resolution;
};

const because = { reason: 'the payer sent the receipt' };
/** What happened since it was opened, the newest first. */
const typesOf = async (number: string): Promise<string[]> => {
  const { data } = await world.ada.get(`/cases/${number}`);
  return (data.history as { type: string }[]).map(({ type }) => type).slice(0, -1);
};

describe('who may ask', () => {
  it('is an operator with a valid token, and nobody else', async () => {
    const stranger = (token: string) =>
      new DeskClient('', token, world.desk.baseUrl, '').get('/cases');
    const merchant = world.api.merchant.token ?? '';
    for (const token of ['', 'mop_x', `mop_${'a'.repeat(43)}`, merchant]) {
      expect(await stranger(token)).toMatchObject({ status: 401 });
    }
    const open = await fetch(`${world.desk.baseUrl}/ops/v1/cases`);
    expect(open.status).toBe(401);
    expect(await open.json()).toMatchObject({ data: { reason: 'TOKEN_MISSING' } });
  });

  it('is refused at once when the token is revoked', async () => {
    const chidi = await world.operator('Chidi', 'support');
    expect((await chidi.get('/cases')).status).toBe(200);
    const [token] = await world.operators.doors.tokens('Chidi');
    await world.operators.doors.endToken(byTest, token?.tokenId ?? '', null);
    expect(await chidi.get('/cases')).toMatchObject({
      status: 401,
      data: { reason: 'TOKEN_INVALID' },
    });
  });
});

describe('GET /ops/v1/cases', () => {
  it('lists what waits, and filters it', async () => {
    const { number } = await heldCredit();
    const ofCredits = await world.ada.get(
      '/cases?kind=CREDIT&reason=HELD:%20UNMATCHED&sort=NEWEST',
    );
    expect(ofCredits.data.items[0]).toMatchObject({
      caseNumber: Number(number),
      kind: 'CREDIT',
      amount: 770_000,
      status: 'OPEN',
      assignee: null,
    });
    expect(ofCredits.data.items[0].payerName).toBe('TUNDE BAKARE');
    expect(JSON.stringify(ofCredits.data)).not.toContain('0123454455');
    await world.ada.put(`/cases/${number}/assignee`, { assignee: 'Bola' });
    const ofBola = await world.bola.get('/cases?assignee=Bola&sort=NEWEST');
    expect(ofBola.data.items[0].caseNumber).toBe(Number(number));
    expect((await world.ada.get('/cases?kind=REFUND')).data.items).toEqual([]);
  });

  it('names payers, and shows their accounts, only to who may read accounts, and notes who saw them', async () => {
    const { number } = await heldCredit();
    const viewer = await world.operator('Reads No Accounts', 'viewer');
    const row = (data: { items: { caseNumber: number; payerName: string | null }[] }) =>
      data.items.find(({ caseNumber }) => caseNumber === Number(number));
    const list = '/cases?sort=NEWEST&size=100';
    expect(row((await viewer.get(list)).data)).toMatchObject({ payerName: null });
    expect(row((await world.ada.get(list)).data)).toMatchObject({ payerName: 'TUNDE BAKARE' });
    const noted = world.desk.log().filter((line) => line.includes('payers were listed'));
    expect(noted.some((line) => line.includes('Reads No Accounts'))).toBe(false);
    expect(noted.at(-1)).toMatch(new RegExp(`"operator":"Ada".*\\b${number}\\b`));
    const whole = JSON.stringify((await viewer.get(`/cases/${number}`)).data);
    expect(whole).toContain('******4455');
    expect(whole).not.toContain('0123454455');
    expect(JSON.stringify((await world.ada.get(`/cases/${number}`)).data)).toContain('0123454455');
    const visitor = new DeskVisitor(world.desk.baseUrl, viewer);
    for (const page of ['/desk', '/desk/cases', `/desk/cases/${number}`]) {
      expect((await visitor.see(page)).text, page).not.toContain('0123454455');
    }
    expect((await visitor.see('/desk/cases')).text).not.toContain('TUNDE BAKARE');
  });

  it('finds one by its number, account, session and payer', async () => {
    const { number, creditId } = await heldCredit();
    const [credit] = await world.api.query<{ account_number: string; session_id: string }>(
      'select account_number, session_id from inward_credit where credit_id = $1',
      [creditId],
    );
    const asked = [number, credit?.account_number, credit?.session_id, 'tunde bak', '0123454455'];
    for (const q of asked) {
      const { data } = await world.ada.get(`/cases?sort=NEWEST&q=${encodeURIComponent(q ?? '')}`);
      expect(data.items[0]?.caseNumber, q).toBe(Number(number));
    }
    expect((await world.ada.get('/cases?q=nobody-of-this-name')).data.items).toEqual([]);
  });

  it.each(['OLDEST', 'NEWEST', 'LARGEST'])('gives pages one after the other, %s', async (sort) => {
    for (let i = 0; i < 3; i += 1) await heldCredit();
    const whole = await world.ada.get(`/cases?sort=${sort}&size=100`);
    const numbers: number[] = [];
    let cursor: string | null = null;
    do {
      const at = cursor === null ? '' : `&cursor=${cursor}`;
      const { data, status } = await world.ada.get(`/cases?sort=${sort}&size=2${at}`);
      expect(status).toBe(200);
      numbers.push(...data.items.map((each: { caseNumber: number }) => each.caseNumber));
      cursor = data.page.nextCursor;
    } while (cursor !== null);
    expect(numbers).toEqual(
      whole.data.items.map((each: { caseNumber: number }) => each.caseNumber),
    );
  });

  it.each([
    ['kind=NONSENSE', 'kind'],
    ['sort=BEST', 'sort'],
    ['size=101', 'size'],
    ['cursor=abc', 'cursor'],
    ['merchantId=1', 'merchantId'],
    ['color=red', 'color'],
  ])('%s is refused by name', async (query, field) => {
    const { status, data } = await world.ada.get(`/cases?${query}`);
    expect({ status, field: data.errors[0].field }).toEqual({ status: 400, field });
  });
});

describe('GET /ops/v1/cases/{number}', () => {
  it('has all that is needed to decide, and notes who has seen the payer', async () => {
    const { number, creditId } = await heldCredit();
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data).toMatchObject({
      headline: expect.stringMatching(
        /^₦7,700\.00 from TUNDE BAKARE, .*\*{4}4455, to \d{10}, SANDBOX SHOP, \d+ s old$/,
      ),
      payer: { accountName: 'TUNDE BAKARE', accountNumber: '0123454455' },
      happened: expect.stringMatching(/\w/),
      workflowId: `credit/${creditId}`,
      proposal: null,
    });
    expect(data.workflowUrl).toContain(`/workflows/credit%2F${creditId}`);
    expect(data.deskUrl).toBe(`${world.desk.baseUrl}/desk/cases/${number}`);
    const accept = data.decisions.find((each: { decision: string }) => each.decision === 'accept');
    expect(accept).toMatchObject({ asksForPartner: true, needsAccount: false });
    const seen = () =>
      world.logged('a payer was shown').filter((line) => line['caseNumber'] === number);
    await expect.poll(seen).toHaveLength(1);
    expect(seen()[0]).toMatchObject({ operator: 'Ada', door: 'API' });
    expect(world.logged('TUNDE')).toEqual([]);
  });

  it('is there for known numbers only', async () => {
    expect(await world.ada.get('/cases/999999')).toMatchObject({ status: 404 });
    expect(await world.ada.get('/cases/abc')).toMatchObject({ status: 400 });
    expect(await world.ada.post('/cases/999999/notes', { text: 'a note' })).toMatchObject({
      status: 404,
    });
  });
});

describe('POST /ops/v1/cases/{number}/decisions', () => {
  it('that is not valid is refused, and says what is', async () => {
    const { number } = await heldCredit();
    const reply = await world.ada.post(`/cases/${number}/decisions`, {
      decision: 'release',
      ...because,
    });
    expect(reply).toMatchObject({ status: 409, data: { reason: 'DECISION_REFUSED' } });
    expect(reply.message).toMatch(/accept, return, keep/);
  });

  it.each([
    [{ decision: 'accept' }, 'reason'],
    [{ decision: 'accept', reason: '  ' }, 'reason'],
    [{ decision: 'accept', reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: 'why' }, 'decision'],
    [{ decision: 'Accept!', reason: 'why' }, 'decision'],
    [{ decision: 'accept', reason: 'why', operator: 'Ada' }, 'operator'],
  ])('%j is refused by field', async (body, field) => {
    const { number } = await heldCredit();
    const { status, data } = await world.ada.post(`/cases/${number}/decisions`, body);
    expect({ status, field: data.errors[0].field }).toEqual({ status: 400, field });
  });
});

describe('a decision that asks for two', () => {
  it('waits for another operator, who is not the same person', async () => {
    const { number, creditId } = await heldCredit();
    const wish = { decision: 'accept', ...because };
    const proposed = await world.ada.post(`/cases/${number}/decisions`, wish);
    expect(proposed).toMatchObject({
      status: 200,
      message: 'Waits for a second operator',
      data: { outcome: 'PROPOSED', proposal: { operator: 'Ada', decision: 'accept' } },
    });
    expect(await resolutionOf(creditId)).toBeNull();
    expect(await world.ada.post(`/cases/${number}/decisions`, wish)).toMatchObject({
      data: { outcome: 'PROPOSED' },
    });
    expect(await world.ada.confirm(`/cases/${number}`)).toMatchObject({
      status: 403,
      data: { reason: 'SECOND_OPERATOR_NEEDED' },
    });
    expect(await typesOf(number)).toEqual(['PROPOSED']);
    const { data } = await world.bola.get(`/cases/${number}`);
    expect(data.proposal).toMatchObject({ operator: 'Ada', ...because });
  });

  it('is confirmed by another operator who has seen it, and not by the same request', async () => {
    const wish = { decision: 'accept', ...because };
    const first = await heldCredit();
    await world.ada.post(`/cases/${first.number}/decisions`, wish);
    expect(await world.bola.post(`/cases/${first.number}/decisions`, wish)).toMatchObject({
      status: 409,
      data: { reason: 'DECISION_REFUSED' },
    });
    expect(await world.bola.post(`/cases/${first.number}/confirm`, {})).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'shownHash' }] },
    });
    expect(await world.bola.confirm(`/cases/${first.number}`)).toMatchObject({
      status: 200,
      data: { outcome: 'DECIDED', decision: 'accept' },
    });
    const { data } = await world.ada.get(`/cases/${first.number}`);
    const decided = data.history.filter(({ type }: { type: string }) => type === 'DECIDED');
    expect(decided).toMatchObject([{ operator: 'Ada', partner: 'Bola', decision: 'accept' }]);
  });

  it('is taken back by either, and then nothing is confirmed', async () => {
    const { number } = await heldCredit();
    await world.ada.post(`/cases/${number}/decisions`, { decision: 'accept', ...because });
    const other = await world.bola.post(`/cases/${number}/decisions`, {
      decision: 'return',
      ...because,
    });
    expect(other.status).toBe(200);
    const held = await heldCredit();
    await world.ada.post(`/cases/${held.number}/decisions`, { decision: 'accept', ...because });
    const reason = { reason: 'the wrong case' };
    expect(await world.bola.post(`/cases/${held.number}/withdraw`, reason)).toMatchObject({
      status: 200,
    });
    expect(await world.bola.confirm(`/cases/${held.number}`)).toMatchObject({ status: 409 });
    expect(await world.ada.post(`/cases/${held.number}/withdraw`, reason)).toMatchObject({
      status: 409,
    });
    expect(await typesOf(held.number)).toEqual(['WITHDRAWN', 'PROPOSED']);
  });
});

describe('POST /ops/v1/decisions', () => {
  it('decides many alike, with an answer for each', async () => {
    const held = [await heldCredit(), await heldCredit(), await heldCredit()];
    const caseNumbers = held.map(({ number }) => Number(number));
    const body = { caseNumbers: [...caseNumbers, 999_999], decision: 'return', ...because };
    const { status, data } = await world.ada.post('/decisions', body);
    expect(status).toBe(200);
    expect(data.answers.map((each: { outcome: string }) => each.outcome)).toEqual([
      'DECIDED',
      'DECIDED',
      'DECIDED',
      'REFUSED',
    ]);
    for (const { creditId } of held) {
      await expect.poll(() => resolutionOf(creditId)).toBe('RETURNED');
    }
  });

  it('takes cases of one kind and one reason only', async () => {
    const one = await heldCredit();
    const other = await world.plant({
      ...{ kind: 'CREDIT', subject: 'txn_none', reason: 'HELD: LATE', decisions: ['return'] },
    });
    const caseNumbers = [Number(one.number), Number(other)];
    const { status, data } = await world.ada.post('/decisions', {
      ...{ caseNumbers, decision: 'return' },
      ...because,
    });
    expect({ status, field: data.errors[0].field }).toEqual({ status: 400, field: 'caseNumbers' });
  });
});

it('what was decided is a file at the desk, in which no formula runs', async () => {
  const { number } = await heldCredit();
  const wish = { decision: 'return', reason: '=1+1' };
  await world.ada.post(`/cases/${number}/decisions`, wish);
  const reply = await fetch(`${world.desk.baseUrl}/desk/decisions.csv?operator=Ada`, {
    headers: { cookie: world.bola.cookie },
  });
  const [head, ...lines] = (await reply.text()).split('\r\n');
  expect(head).toContain('decidedAt,case,kind');
  expect(lines.find((line) => line.includes(`,${number},CREDIT,`))).toContain(",'=1+1,");
});

describe('notes and who sees to a case', () => {
  it('are in its history', async () => {
    const { number } = await heldCredit();
    await world.ada.post(`/cases/${number}/notes`, { text: 'asked the bank' });
    await world.bola.put(`/cases/${number}/assignee`, { assignee: 'Bola' });
    await world.bola.put(`/cases/${number}/assignee`, { assignee: 'Bola' });
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data.assignee).toBe('Bola');
    expect(data.history.slice(0, 2)).toMatchObject([
      { type: 'ASSIGNED', operator: 'Bola', after: { assignee: 'Bola' } },
      { type: 'NOTED', operator: 'Ada', reason: 'asked the bank', door: 'API' },
    ]);
    const nobody = await world.ada.put(`/cases/${number}/assignee`, { assignee: 'Zed' });
    expect(nobody).toMatchObject({ status: 400, data: { errors: [{ field: 'assignee' }] } });
  });
});

describe('the program', () => {
  it('serves its own document, and no merchant’s operation', async () => {
    const { baseUrl } = world.desk;
    const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
      info: { title: string };
      paths: object;
    };
    expect(document.info.title).toBe('Manilla for operators');
    expect(Object.keys(document.paths)).toContain('/ops/v1/cases/{number}/decisions');
    expect((await fetch(`${baseUrl}/api/v1/banks`)).status).toBe(404);
    expect((await fetch(`${baseUrl}/ops/v1/cases`, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(`${world.api.manilla.baseUrl}/ops/v1/cases`)).status).toBe(404);
  });
});
