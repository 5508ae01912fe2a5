import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeDecisions, searchDecisions } from '../../../src/domain/decisions.js';
import { DeskVisitor, hiddenIn } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
let bola: DeskVisitor;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
  bola = new DeskVisitor(world.desk.baseUrl, world.bola);
});
afterAll(() => world?.stop());

const reason = 'The code came by e-mail.';
const code = 'Q7Z9X4';

/** A case as the workflow opens it; its number. */
async function opened(decisions: readonly string[] = codeDecisions): Promise<number> {
  const subject = `stl_${randomUUID()}`;
  const page = { title: 'it waits for a code', happened: '', safe: '', todo: '' };
  const about = { kind: 'PAYOUT', subject, workflowId: `payout/${subject}`, update: 'resolve' };
  const step = { ...about, reason: 'UNKNOWN: APPROVAL', decisions, page };
  const [row] = await world.api.query<{ case_number: string }>(
    'select case_number from take_case_step($1)',
    [JSON.stringify({ stepId: randomUUID(), event: 'OPENED', case: step })],
  );
  return Number(row?.case_number);
}

const kept = async (number: number) =>
  (await world.api.query('select sealed from approval_code where case_number = $1', [number]))
    .length;

/** What an attacker who reads the database finds of a case. */
async function written(number: number): Promise<string> {
  const rows = await world.api.query(
    `select to_jsonb(c)::text || coalesce((select string_agg(to_jsonb(e)::text, ' ') from case_event e
              where e.case_number = c.case_number), '') as text from attention_case c where c.case_number = $1`,
    [number],
  );
  return JSON.stringify(rows);
}

describe('the page of a case that waits for a code', () => {
  it('has a field for the code, which only such a case has', async () => {
    const path = `/desk/cases/${await opened()}`;
    const { html } = await ada.see(path);
    expect(html).toMatch(/<input[^>]*name="code"[^>]*autocomplete="one-time-code"[^>]*required/);
    expect(html).toMatch(/<button[^>]*class="danger"[^>]*>Propose: Enter the bank’s code/);
    const other = await ada.see(`/desk/cases/${await opened(searchDecisions)}`);
    expect(other.html).not.toContain('name="code"');
  });

  it('takes the code from one operator and shows it to nobody, whoever looks', async () => {
    const number = await opened();
    const path = `/desk/cases/${number}`;
    const sent = await ada.send(`${path}/decide`, { decision: 'enter_code', code, reason });
    expect([sent.status, sent.location]).toEqual([303, `${path}?done=proposed`]);
    expect(await kept(number)).toBe(1);
    const [own, others] = [await ada.see(path), await bola.see(path)];
    expect(others.text).toMatch(/Code typed \d{4}-\d\d-\d\d \d\d:\d\d Code is over/);
    expect(own.html).not.toContain('/confirm');
    for (const { html } of [own, others]) expect(html).not.toContain(code);
    const read = await world.bola.get(`/cases/${number}`);
    expect(JSON.stringify(read)).not.toContain(code);
    expect(await written(number)).not.toContain(code);
    expect(world.desk.log().join('\n')).not.toContain(code);
    const shownHash = hiddenIn(others.html, 'shownHash');
    expect((await ada.send(`${path}/confirm`, { shownHash })).status).toBe(403);
    expect(await kept(number)).toBe(1);
    await bola.send(`${path}/withdraw`, { reason: 'The code was mistyped.' });
    expect(await kept(number)).toBe(0);
  });

  it.each([
    ['nothing', {}],
    ['three digits', { code: '123' }],
    ['thirteen', { code: '1234567890123' }],
    ['words', { code: 'SECRET CODE' }],
    ['a script', { code: '<script>a</script>' }],
    ['two codes', { code: ['AB12', 'CD34'] }],
  ] as const)('refuses %s, keeps the reason and does not repeat the code', async (_, typed) => {
    const number = await opened();
    const wish = { decision: 'enter_code', reason, ...typed };
    const page = await ada.send(`/desk/cases/${number}/decide`, wish);
    expect(page.status).toBe(400);
    expect(page.text).toContain('code must be');
    expect(page.html).toContain(reason);
    for (const each of Object.values(typed).flat()) expect(page.html).not.toContain(`"${each}"`);
    expect(await kept(number)).toBe(0);
  });

  it('tells the second operator that a code is over, and lets another be typed', async () => {
    const number = await opened();
    const path = `/desk/cases/${number}`;
    await ada.send(`${path}/decide`, { decision: 'enter_code', code, reason });
    const shownHash = hiddenIn((await bola.see(path)).html, 'shownHash');
    await world.api.query(`update approval_code set ends_at = now() where case_number = $1`, [
      number,
    ]);
    const late = await bola.send(`${path}/confirm`, { shownHash });
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('nothing was sent to the provider'),
    ]);
    expect(await kept(number)).toBe(0);
    const again = await ada.send(`${path}/decide`, { decision: 'enter_code', code, reason });
    expect(again.status).toBe(303);
  });
});

describe('the operators’ API', () => {
  it('says which decision needs a code, and takes none for many cases at once', async () => {
    const number = await opened();
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data.decisions[0]).toMatchObject({
      ...{ decision: 'enter_code', needsCode: true, asksForPartner: true, isDangerous: true },
    });
    const wish = { decision: 'enter_code', reason };
    const many = await world.ada.post('/decisions', { ...wish, caseNumbers: [number] });
    expect(many.data.answers).toMatchObject([{ outcome: 'REFUSED' }]);
    const refused = await world.ada.post(`/cases/${number}/decisions`, wish);
    expect(refused).toMatchObject({ status: 400, data: { errors: [{ field: 'code' }] } });
    const taken = await world.ada.post(`/cases/${number}/decisions`, { ...wish, code });
    expect(taken).toMatchObject({ status: 200, data: { outcome: 'PROPOSED' } });
    expect(JSON.stringify(taken)).not.toContain(code);
    expect(await kept(number)).toBe(1);
  });

  it('takes no code from who may not decide, nor for a case that waits for none', async () => {
    const number = await opened(searchDecisions);
    const wish = { decision: 'enter_code', reason, code };
    expect(await world.ada.post(`/cases/${number}/decisions`, wish)).toMatchObject({
      status: 409,
      data: { reason: 'DECISION_REFUSED' },
    });
    const viewer = await world.operator('Vera', 'viewer');
    const waits = await opened();
    expect((await viewer.post(`/cases/${waits}/decisions`, wish)).status).toBe(403);
    expect([await kept(number), await kept(waits)]).toEqual([0, 0]);
  });
});
