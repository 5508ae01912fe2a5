import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
});
afterAll(() => world?.stop());

const reason = 'The bank answers tomorrow';
let planted = 0;
/** A case of a cause of its own, or of this one. */
const plant = (cause: string): Promise<string> =>
  world.plant({
    ...{ kind: 'FINDING', subject: `${cause}:${(planted += 1)}` },
    ...{ reason: `FOUND: ${cause}`, decisions: ['resolved'] },
  });
const set = (number: string, sets: string) =>
  world.api.query(`update attention_case set ${sets} where case_number = $1`, [number]);
const placeOf = (html: string, number: string): number => html.indexOf(`/desk/cases/${number}"`);

describe('the queue', () => {
  it('has first what should be decided first, and says by how much it is late', async () => {
    const [calm, late] = [await plant('URGENCY_CALM'), await plant('URGENCY_LATE')];
    await set(calm, `decide_by = now() + interval '30 hours'`);
    await set(late, `decide_by = now() - interval '3 hours'`);
    const { html, text } = await ada.see('/desk/cases');
    expect(placeOf(html, late)).toBeGreaterThan(0);
    expect(placeOf(html, late)).toBeLessThan(placeOf(html, calm));
    expect(text).toMatch(/late by 3 h/);
    const { data } = await world.ada.get('/cases?sort=URGENT&size=100');
    const times = (data.items as { decideBy: string }[]).map((each) => each.decideBy);
    expect(times).toEqual(times.toSorted());
  });

  it('shows order, payer and what happens at the deadline', async () => {
    const creditId = await world.strayCredit();
    const number = await world.caseOf(creditId);
    const { html } = await ada.see('/desk/cases?kind=CREDIT&sort=NEWEST');
    const row = html.slice(placeOf(html, number)).split('</tr>')[0] ?? '';
    expect(row).toContain('TUNDE BAKARE');
    const { data } = await world.ada.get(`/cases/${number}`);
    const hours = (Date.parse(data.dueAt) - Date.now()) / 3_600_000;
    expect([hours > 23.9 && hours <= 24, data.dueText]).toEqual([true, 'it goes back by itself']);
    expect(Date.parse(data.decideBy)).toBeLessThan(Date.parse(data.dueAt));
  });

  it('makes many cases of one cause one row, and shows each of them behind it', async () => {
    const numbers: string[] = [];
    for (let each = 0; each < 5; each += 1) numbers.push(await plant('GROUPED_CAUSE'));
    const whole = await ada.see('/desk/cases');
    expect(whole.text).toMatch(/Of one cause .* 5 Grouped cause/);
    for (const number of numbers) expect(placeOf(whole.html, number)).toBe(-1);
    const behind = /href="([^"]+)">Grouped cause</.exec(whole.html)?.[1]?.replaceAll('&amp;', '&');
    const one = await ada.see(behind ?? '');
    for (const number of numbers) expect(placeOf(one.html, number)).toBeGreaterThan(0);
    await set(numbers[0] ?? '', `status = 'CLOSED', closed_at = now()`);
    expect(placeOf((await ada.see('/desk/cases')).html, numbers[1] ?? '')).toBeGreaterThan(0);
  });

  it('leaves out what is put off, until its time; not beyond a deadline', async () => {
    const number = await plant('PUT_OFF');
    const count = async () => Number((await ada.see('/desk/counts')).html.match(/\d+/)?.[0]);
    const before = await count();
    const path = `/desk/cases/${number}/snooze`;
    expect((await ada.send(path, { for: '4', reason })).location).toContain('done=snoozed');
    expect(placeOf((await ada.see('/desk/cases')).html, number)).toBe(-1);
    expect(placeOf((await ada.see('/desk/cases?status=SNOOZED')).html, number)).toBeGreaterThan(0);
    expect(await count()).toBe(before - 1);
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data.history[0]).toMatchObject({ type: 'SNOOZED', operator: 'Ada', reason });
    await set(number, `snoozed_until = now() - interval '1 second'`);
    expect(placeOf((await ada.see('/desk/cases')).html, number)).toBeGreaterThan(0);
    await set(number, `due_at = now() + interval '1 hour'`);
    const late = await ada.send(path, { for: '4', reason });
    expect(late.status).toBe(409);
    expect(late.text).toContain('a deadline before that time');
    const until = new Date(Date.now() + 8 * 86_400_000).toISOString();
    expect(await world.ada.put(`/cases/${number}/snooze`, { until, reason })).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'until', rule: 'max' }] },
    });
    expect((await world.ada.put(`/cases/${number}/snooze`, { until: null, reason })).status).toBe(
      200,
    );
  });

  it('keeps an operator’s own views, and no more than twenty', async () => {
    const query = 'kind=FINDING&assignee=Ada';
    const kept = await ada.send('/desk/views', { name: 'My findings', query });
    expect(kept.location).toBe(`/desk/cases?${query}`);
    expect((await ada.see('/desk/cases')).text).toContain('My findings');
    const bola = new DeskVisitor(world.desk.baseUrl, world.bola);
    expect((await bola.see('/desk/cases')).text).not.toContain('My findings');
    // What is no filter of the queue is not kept.
    const odd = await ada.send('/desk/views', { name: 'Odd', query: 'to=//evil&kind=PAYOUT' });
    expect(odd.location).toBe('/desk/cases?kind=PAYOUT');
    for (let at = 2; at < 20; at += 1) await ada.send('/desk/views', { name: `V${at}`, query });
    const other = 'status=CLOSED&q=Obi';
    const refused = await ada.send('/desk/views', { name: '"One" more', query: other });
    expect(refused.status).toBe(400);
    // The name that was typed and the filters that it was typed for are there still.
    expect(refused.html).toContain('value="&quot;One&quot; more"');
    expect(refused.html).toContain(`name="query" value="${other.replace('&', '&amp;')}"`);
    expect((await ada.send('/desk/views', { name: 'One more', query })).html).toContain(
      'value="One more"',
    );
    await ada.send('/desk/views/forget', { name: 'Odd' });
    expect((await ada.send('/desk/views', { name: 'One more', query })).status).toBe(303);
  });
});

describe('the first page', () => {
  it('says how the day goes, with each picture as a table too', async () => {
    await world.api.paid();
    // It does not wait for long for what is still being added up, and is loaded again then.
    const added = /Money in today ₦[\d,]+\.\d\d/;
    await expect
      .poll(async () => (await ada.see('/desk')).text, { timeout: 20_000 })
      .toMatch(added);
    const { html, text, headers } = await ada.see('/desk');
    expect(text).toMatch(added);
    expect(text).toContain('by this time a week ago');
    expect(text).toMatch(/Waiting for a person \d+/);
    expect(html.match(/<svg /g)).toHaveLength(4);
    expect(html.match(/As a table/g)).toHaveLength(4);
    expect(html.match(/<rect /g)?.length).toBe(4 * 30);
    // One script, named by its hash, as the style is.
    expect(headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[^']+'; connect-src/,
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/ style="/);
  });

  it('has disputes by deadline, and says which nobody has answered', async () => {
    const { api } = world;
    await api.query(
      `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, merchant_id, amount_minor, status, evidence_due_at)
       select 'dsp_01KA000000000000000000HOME', 'simulator', 'CB-HOME', 'CHARGEBACK', k.credit_id, k.merchant_id, 250000, 'OPENED',
              now() + interval '2 hours'
         from inward_credit k where k.merchant_id is not null limit 1`,
      [],
    );
    const { text } = await ada.see('/desk');
    expect(text).toMatch(/₦2,500\.00 in (?:119 min|1 h) none yet/);
  });
});
