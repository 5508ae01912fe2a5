import { afterAll, beforeAll, expect, it } from 'vitest';
import { joined } from '../../support/portal-people.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

/** What a merchant reads of what was done: by its people, its keys and our staff, and never another merchant's. */
let world: PortalWorld;
let other: PortalWorld;
let owner: PortalVisitor;
beforeAll(async () => {
  [world, other] = await Promise.all([PortalWorld.edge(), PortalWorld.edge()]);
  owner = await world.person({ name: 'Ngozi Obi' });
});
afterAll(async () => {
  await world?.stop();
  await other?.stop();
});

it('tells who did what, from where, and how it stood before and after', async () => {
  const person = await joined(world, owner, 'viewer');
  const id = new RegExp(`${person.email}[^]*?/team/(psn_\\w+)`).exec(
    (await owner.see('/team')).html,
  )?.[1];
  await owner.send(`/team/${id}/role`, { role: 'support' });
  const { text } = await owner.see('/audit');
  expect(text).toMatch(/Ngozi Obi 127\.0\.0\.1 person role person psn_\w+ role: viewer → support/);
  expect(text).toMatch(/Bisi Ade 127\.0\.0\.1 session open/);
  expect(text).toMatch(/Ngozi Obi 127\.0\.0\.1 person invite/);
});

it('names nobody who operates, and shows none of what they wrote', async () => {
  await world.api.query(
    `select record_audit('{"kind": "OPERATOR", "actor": "Secret Ada", "operatorId": "opr_1", "door": "DESK", "address": "192.0.2.9",
                           "reason": "He owes us"}', 'merchant.limits', 'merchant', $1, $1, '{"a": "veiled"}', '{"a": "more"}')`,
    [world.merchantId],
  );
  const { text } = await owner.see('/audit');
  expect(text).toContain('Our staff merchant limits');
  for (const hidden of ['Secret Ada', '192.0.2.9', 'He owes us', 'veiled']) {
    expect(text).not.toContain(hidden);
  }
  const sought = await owner.see('/audit?who=Secret+Ada');
  expect(sought.text).toContain('Nothing is found');
});

it('is filtered by person, action and day, and taken away as a file, which is in it from then on', async () => {
  const byPerson = await owner.see('/audit?who=Bisi+Ade&action=session');
  expect(byPerson.text).toContain('Bisi Ade');
  expect(byPerson.text).not.toContain('person invite');
  expect((await owner.see('/audit?day=2020-01-01')).text).toContain('Nothing is found');
  // A day that is none is no filter.
  expect((await owner.see('/audit?day=2020-02-31')).text).toContain('person invite');
  const file = await owner.see('/audit.csv?action=person');
  expect(file.headers.get('content-disposition')).toMatch(/"audit-20\d\d-\d\d-\d\d\.csv"/);
  const [head = '', ...lines] = file.html.trim().split(/\r?\n/);
  const rows = lines.slice(0, -1);
  expect(lines.at(-1)).toBe(`END,${rows.length},COMPLETE,,,,,,`);
  expect(head).toBe('at,who,kind,action,subjectKind,subject,address,before,after');
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.every((row) => row.includes('person.'))).toBe(true);
  expect((await owner.see('/audit?action=file')).text).toMatch(/file export file audit-\S+\.csv/);
});

it('has as many entries in its file as there are', async () => {
  await world.api.query(
    `select record_audit(to_jsonb(b), 'settings.change', 'merchant', $1, $1, null, jsonb_build_object('n', n))
       from (select 'PERSON' as kind, 'Many Times' as actor, $2::text as "personId", 'PORTAL' as door) b, generate_series(1, 10001) n`,
    [world.merchantId, owner.personId],
  );
  const { html } = await owner.see('/audit.csv?action=settings.change');
  const lines = html.trim().split(/\r?\n/);
  expect(lines.at(-1)).toMatch(/^END,10001,COMPLETE,/);
  expect(lines).toHaveLength(10_003);
});

it('is nothing of another merchant', async () => {
  const theirs = await other.person({ name: 'Their Owner' });
  await joined(other, theirs, 'viewer');
  const { text } = await owner.see('/audit?who=Their+Owner');
  expect(text).toContain('Nothing is found');
  expect((await theirs.see('/audit')).text).not.toContain('Ngozi Obi');
  const { html } = await owner.see('/team');
  const mine = /\/team\/(psn_\w+)/.exec(html)?.[1] ?? '';
  for (const verb of ['', '/role', '/remove', '/reset-second-factor', '/invite']) {
    const path = `/team/${mine}${verb}`;
    const reply = await (verb === '' ? theirs.see(path) : theirs.send(path, { role: 'viewer' }));
    expect({ path, status: reply.status }).toEqual({ path, status: 404 });
    expect(reply.text).not.toContain('Ngozi');
  }
});
