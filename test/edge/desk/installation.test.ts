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

const reason = 'The federal government has declared it';
const nextYear = new Date().getUTCFullYear() + 1;

describe('the pages of the installation', () => {
  it('declare a holiday and withdraw it, with name and reason on record', async () => {
    // A Tuesday or later in the week: no weekend.
    const at = new Date(Date.UTC(nextYear, 7, 10));
    while (at.getUTCDay() !== 2) at.setUTCDate(at.getUTCDate() + 1);
    const day = at.toISOString().slice(0, 10);
    const declared = await ada.send('/desk/holidays', { day, name: 'Census Day', reason });
    expect(declared.text).toContain('Done.');
    expect(declared.text).toContain(`Tue ${day} Census Day by us`);
    const rows = await world.api.query(
      'select operator, reason from holiday_change where day = $1',
      [day],
    );
    expect(rows).toEqual([{ operator: 'Ada', reason }]);
    const withdrawn = await ada.send(`/desk/holidays/${day}/withdraw`, { reason });
    expect(withdrawn.text).not.toContain('Census Day');
  });

  it.each([
    [{ day: '2020-01-01', name: 'Long ago', reason }, 'day must not be over'],
    [{ day: `${nextYear}-02-30`, name: 'Never', reason }, 'day must be a date'],
    [{ day: `${nextYear}-08-12`, name: ' ', reason }, 'name must have'],
    [{ day: `${nextYear}-08-12`, name: 'Why', reason: ' ' }, 'reason must'],
  ])('refuse %o', async (fields, says) => {
    const reply = await ada.send('/desk/holidays', fields);
    expect([reply.status, reply.text]).toMatchObject([400, expect.stringContaining(says)]);
  });

  it('show the books as they were last proven, and keys without their secrets', async () => {
    await world.api.query(
      `insert into proven_claim (claim, faults, proven_at, took_ms) values ('a planted rule', 3, now(), 5)
       on conflict (claim) do update set faults = 3`,
      [],
    );
    const { text } = await ada.see('/desk/books');
    expect(text).toContain('rules of the books do not hold');
    expect(text).toContain('a planted rule no: 3 rows');
    await world.api.query(`delete from proven_claim where claim = 'a planted rule'`, []);
    expect((await ada.see('/desk/key-sets')).status).toBe(200);
  });
});
