import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lagosDate } from '../../../src/domain/lagos-day.js';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
let bola: DeskVisitor;
beforeAll(async () => {
  // An edge of its own: the page shows all that waits for a second operator.
  world = await DeskWorld.edge({});
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
  bola = new DeskVisitor(world.desk.baseUrl, world.bola);
});
afterAll(() => world?.stop());

const reason = 'The bank was closed on Friday';
/** What the worker is told to carry out. */
const orders = () =>
  world.api.query(
    `select e.wish ->> 'act' as act, e.status, f.due_at <= now() as "isDue"
       from errand e join fact f on f.subject_id = e.errand_id and f.kind = 'ERRAND_CONFIRMED'
      where f.applied_at is null`,
    [],
  );
/** The form that answers what waits now. */
async function waiting(): Promise<string> {
  const { html } = await bola.see('/desk/schedules');
  return /\/desk\/errands\/ern_\w+/.exec(html)?.[0] ?? 'none';
}
const propose = (act: string, more: Record<string, string> = {}) =>
  ada.send('/desk/schedules/propose', { scheduleId: 'settle-daily', act, reason, ...more });

describe('a Schedule', () => {
  it('does what two operators have ordered, once, and who has is on record', async () => {
    expect((await propose('RUN_NOW')).location).toBe('/desk/schedules?done=proposed');
    const form = await waiting();
    expect(await orders()).toEqual([]);
    expect((await bola.see('/desk/schedules')).text).toContain('Confirm: Run it now: Payouts of');
    const own = await ada.send(`${form}/confirm`, {});
    expect([own.status, await orders()]).toEqual([403, []]);
    expect((await propose('PAUSE')).status).toBe(409);
    const sent = await Promise.all([
      bola.send(`${form}/confirm`, {}),
      bola.send(`${form}/confirm`, {}),
    ]);
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    expect(await orders()).toEqual([{ act: 'RUN_NOW', status: 'CONFIRMED', isDue: true }]);
    const shown = await bola.see('/desk/schedules');
    expect(shown.text).toContain('confirmed, is being carried out');
    // The order before it is still to be carried out.
    expect((await propose('RESUME')).status).toBe(409);
    const audited = await world.api.query(
      `select action, actor, partner, reason from audit_entry where subject = 'settle-daily' order by audit_id`,
      [],
    );
    expect(audited).toEqual([
      { action: 'errand.propose', actor: 'Ada', partner: null, reason },
      { action: 'errand.confirm', actor: 'Bola', partner: 'Ada', reason },
    ]);
  });

  it('is ordered while Temporal is away, and a wish is withdrawn by whoever may', async () => {
    await propose('PAUSE', { scheduleId: 'sweep' });
    const form = await waiting();
    const { schedules } = world.desk;
    if (schedules === undefined) throw new Error('the desk has no schedules');
    schedules.isAway = true;
    expect((await bola.see('/desk/schedules')).text).toContain('Temporal does not answer now');
    expect(await waiting()).toBe(form);
    expect((await propose('RESUME', { scheduleId: 'sweep' })).status).toBe(503);
    schedules.isAway = false;
    expect((await bola.send(`${form}/withdraw`, {})).status).toBe(303);
    expect(await waiting()).toBe('none');
    expect((await bola.send(`${form}/confirm`, {})).status).toBe(409);
  });

  it.each([
    [{ act: 'CATCH_UP' }, 'since must be a day of the last 31'],
    [{ act: 'CATCH_UP', since: '2020-01-01' }, 'since must be a day of the last 31'],
    [{ act: 'DELETE' }, 'act must be one of'],
    [{ act: 'PAUSE', scheduleId: 'courier' }, 'act can be nothing for Messages to people'],
    [
      { act: 'CATCH_UP', scheduleId: 'sweep', since: lagosDate(new Date()) },
      'act can be RUN_NOW, PAUSE, RESUME for Search',
    ],
    [{ act: 'PAUSE', reason: ' ' }, 'reason must'],
  ])('is refused %o', async ({ act, ...more }, says) => {
    const reply = await propose(act, more as Record<string, string>);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(says);
  });

  it('that is not there is not found, and a role that posts no journals is refused', async () => {
    expect((await propose('PAUSE', { scheduleId: 'nobody' })).status).toBe(404);
    const support = new DeskVisitor(
      world.desk.baseUrl,
      await world.operator('Orders Nothing', 'support'),
    );
    expect((await support.see('/desk/schedules')).text).not.toContain('Propose it');
    const fields = { scheduleId: 'settle-daily', act: 'PAUSE', reason };
    expect((await support.send('/desk/schedules/propose', fields)).status).toBe(403);
  });
});
