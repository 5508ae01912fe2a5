import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { manilla } from '../../support/manilla-cli.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  world = await DeskWorld.edge();
});
afterAll(() => world?.stop());

const items = async (query: string) => (await world.ada.get(`/audit?${query}`)).data.items;

it('tells what operators did: to people, to cases and to journals', async () => {
  const why = 'The audit is tested.';
  const { operatorId } = (
    await world.ada.post('/operators', { name: 'Audited Robot', role: 'viewer', kind: 'MACHINE' })
  ).data;
  await world.ada.post(`/operators/${operatorId}/role`, { role: 'support', reason: why });
  expect(await items(`subject=${operatorId}`)).toMatchObject([
    {
      ...{ actorKind: 'OPERATOR', actor: 'Ada', action: 'operator.role', door: 'API', reason: why },
      ...{ before: { role: 'viewer' }, after: { role: 'support' }, address: '127.0.0.1' },
    },
    { action: 'operator.add', before: null, after: { name: 'Audited Robot', kind: 'MACHINE' } },
  ]);

  const number = await world.plant({
    ...{ kind: 'FINDING', subject: 'NONE:audited', reason: 'FOUND: NONE' },
    decisions: ['resolved'],
  });
  await world.ada.post(`/cases/${number}/notes`, { text: 'asked the bank' });
  await world.bola.put(`/cases/${number}/assignee`, { assignee: 'Ada' });
  expect(await items(`subject=${number}&action=case`)).toMatchObject([
    { actor: 'Bola', action: 'case.assign', subjectKind: 'case', after: { assignee: 'Ada' } },
    { actor: 'Ada', action: 'case.note', reason: 'asked the bank' },
  ]);

  const legs = [
    { account: '5300:-:NGN', amountMinor: 100 },
    { account: '1100:simulator:NGN', amountMinor: -100 },
  ];
  await world.api.paid();
  const { proposalId } = (await world.ada.post('/journals', { legs, reason: why })).data;
  await world.bola.confirm(`/journals/${proposalId}`);
  expect(await items(`subject=${proposalId}`)).toMatchObject([
    { actor: 'Bola', action: 'journal.post', after: { status: 'POSTED', legs } },
    { actor: 'Ada', action: 'journal.propose', reason: why },
  ]);
});

it('is filtered, read page by page, and kept for good', async () => {
  for (let at = 0; at < 5; at += 1)
    await world.operators.token((await world.ada.get('/me')).data.operatorId);
  const first = (await world.ada.get('/audit?action=token.add&actor=test&size=2')).data;
  expect(first.items).toHaveLength(2);
  const rest = await items(`action=token.add&actor=test&size=2&cursor=${first.page.nextCursor}`);
  expect(rest[0].auditId).toBeLessThan(first.items[1].auditId);
  const today = new Date().toISOString().slice(0, 10);
  expect((await items(`from=${today}&action=token`)).length).toBeGreaterThan(0);
  expect(await items('to=2020-01-01')).toEqual([]);
  expect(await items('merchantId=mch_01KA0000000000000000000000')).toEqual([]);
  expect((await world.ada.get('/audit?action=DROP')).status).toBe(400);
  expect((await world.ada.get('/audit?cursor=abc')).status).toBe(400);
  for (const change of [
    'update audit_entry set actor = $1',
    'delete from audit_entry where actor = $1',
  ]) {
    await expect(world.api.query(change, ['Ada'])).rejects.toThrow(/append-only/);
  }
});

it('is a file and a command as well', async () => {
  const reply = await fetch(`${world.desk.baseUrl}/desk/audit.csv?actor=Ada`, {
    headers: { cookie: world.ada.cookie },
  });
  expect(reply.headers.get('content-type')).toContain('text/csv');
  const [head, line] = (await reply.text()).split('\r\n');
  expect(head).toBe(
    'at,actorKind,actor,partner,action,subjectKind,subject,subjectName,merchantId,merchantName,reason,door,address,before,after',
  );
  expect(line).toMatch(/^20\d\d-.*,OPERATOR,Ada,/);
  const env = { MANILLA_OPERATOR_TOKEN: world.ada.token, MANILLA_DESK_URL: world.desk.baseUrl };
  const listed = await manilla(['audit', '--actor', 'Ada', '--action', 'operator'], env);
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toMatch(/operator\.role/);
  for (const row of listed.stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
  const csv = await manilla(['audit', '--csv', '--size', '1'], env);
  expect(csv.stdout.split('\n')[0]).toContain('at,actorKind,actor');
});

it('is had as CSV from the API, with the filters and the pages of the list', async () => {
  const ask = (query: string, accept?: string) =>
    fetch(`${world.desk.baseUrl}/ops/v1/audit${query}`, {
      headers: { authorization: `Bearer ${world.ada.token}`, ...(accept && { accept }) },
    });
  const { operatorId } = (
    await world.ada.post('/operators', { name: 'Filed Robot', role: 'viewer', kind: 'MACHINE' })
  ).data;
  await world.ada.post(`/operators/${operatorId}/role`, { role: 'support', reason: '=1+1' });

  const first = await ask(`?subject=${operatorId}&size=1`, 'text/csv');
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(first.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
  const lines = (await first.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  // A spreadsheet takes no reason for a formula.
  expect(lines[1]).toMatch(/,operator\.role,.*,'=1\+1,API,/);

  const [, next = ''] =
    /^<\/ops\/v1\/audit(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const last = await ask(next);
  expect(last.headers.get('link')).toBeNull();
  expect(await last.text()).toMatch(/^at,actorKind.*\r\n[^\r]*,operator\.add,[^\r]*\r\n$/);

  const json = await ask(`?subject=${operatorId}&format=json`, 'text/csv');
  expect(json.headers.get('content-type')).toContain('application/json');
  for (const [query, accept, status, reason] of [
    ['', 'application/pdf', 406, 'NOT_ACCEPTABLE'],
    ['?format=xml', 'text/csv', 400, 'VALIDATION_FAILED'],
    ['?cursor=abc', 'text/csv', 400, 'VALIDATION_FAILED'],
  ] as const) {
    const refused = await ask(query, accept);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ data: { reason } });
  }
});
