import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keySetOf } from '../../../src/platform/config/key-set.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { joined, type JoinedPerson, nextCode } from '../../support/portal-people.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

const path = '/forgot-password';
let world: PortalWorld;
let owner: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  await world.api.query(
    `insert into message_channel (channel, sender) values ('EMAIL', 'log') on conflict do nothing`,
  );
});
afterAll(async () => {
  await world?.api.query('delete from message_channel');
  await world?.stop();
});

const ask = (email: string) => world.visitor().send(path, { email });

/** The links that are on their way to an address, as their mails have them; the newest is the last. */
async function mailed(email: string): Promise<string[]> {
  const rows = await world.api.query<{ person_id: string; link_sealed: Buffer }>(
    `select i.person_id, i.link_sealed
       from message m
       join person_invitation i on i.invitation_id = m.cause
       join person p on p.person_id = i.person_id and p.person_id = m.person
      where m.kind = 'PASSWORD_LINK' and p.email = $1 and i.used_at is null order by i.created_at`,
    [email],
  );
  const keySet = keySetOf('seal', [
    Buffer.from(world.api.manilla.env['MANILLA_SEAL_KEY'] ?? '', 'base64url'),
  ]);
  const seal = createSecretSeal(keySet, 'link');
  return rows.map((row) => seal.open(row.link_sealed, row.person_id));
}

async function linkOf(person: JoinedPerson): Promise<string> {
  await ask(person.email);
  const link = (await mailed(person.email)).at(-1);
  if (link === undefined) throw new Error('no link was mailed');
  return link;
}

const words = 'another horse battery staple';
const set = (link: string, code: string, password = words, again = password) =>
  world.visitor().send(`${path}/${link}`, { password, again, code });
const signIn = (email: string, password: string, code: string) =>
  world.visitor().send('/sign-in', { email, password, code });

describe('a forgotten password', () => {
  it('is set anew by a mailed link and a recovery code: once, and all sessions end', async () => {
    const person = await joined(world, owner, 'viewer');
    const link = await linkOf(person);
    const page = await world.visitor().see(`${path}/${link}`);
    expect(page).toMatchObject({ status: 200 });
    expect(page.text).toContain('For Bisi Ade at SANDBOX SHOP');
    const [code = '', next = ''] = person.recoveryCodes;
    const done = await set(link, code);
    expect(done).toMatchObject({ status: 200 });
    expect(done.text).toContain('Your password is set');
    // It signs nobody in.
    expect(done.headers.get('set-cookie')).toBeNull();
    expect((await person.visitor.see('/profile')).status).toBe(303);
    expect((await signIn(person.email, person.password, next)).status).toBe(401);
    expect((await signIn(person.email, words, nextCode(person))).status).toBe(303);
    expect((await set(link, next)).status).toBe(404);
    expect((await world.visitor().see(`${path}/${link}`)).status).toBe(404);
    const entries = await world.api.query<{ action: string }>(
      `select a.action from audit_entry a join person p on p.person_id = a.subject
        where p.email = $1 and a.action like 'person.%password%' order by a.audit_id`,
      [person.email],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      ...['person.ask-password', 'person.password-reset'],
    ]);
    const told = await world.api.query<{ email: string }>(
      `select p.email from message m join person p on p.person_id = m.person
         join audit_entry a on m.cause = 'aud_' || a.audit_id
        where m.kind = 'PEOPLE_CHANGED' and a.action = 'person.password-reset' and m.merchant_id = $1`,
      [world.merchantId],
    );
    expect(told.map(({ email }) => email)).toContain(person.email);
  });

  it('is not set without the second factor, by a weak password, or by two that differ', async () => {
    const person = await joined(world, owner, 'viewer');
    const link = await linkOf(person);
    const [code = ''] = person.recoveryCodes;
    expect((await set(link, '000000')).status).toBe(401);
    expect((await set(link, '')).status).toBe(401);
    expect((await set(link, code, 'short')).status).toBe(400);
    expect((await set(link, code, words, `${words}!`)).status).toBe(400);
    expect((await person.visitor.see('/profile')).status).toBe(200);
    // A refusal uses neither the link nor the code.
    expect((await set(link, code)).status).toBe(200);
  });

  it('counts guesses of the code in parallel', async () => {
    const person = await joined(world, owner, 'viewer');
    const link = await linkOf(person);
    const tries = await Promise.all(Array.from({ length: 40 }, () => set(link, '000000')));
    expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  });

  it('has a link that is no invitation, and an invitation is no such link', async () => {
    const person = await joined(world, owner, 'viewer');
    const link = await linkOf(person);
    expect((await world.visitor().see(`/invitation/${link}`)).status).toBe(404);
    const taken = await world
      .visitor()
      .send(`/invitation/${link}`, { password: words, again: words, code: '000000' });
    expect(taken.status).toBe(404);
    const app = (await person.visitor.send('/profile/app')).location ?? '';
    expect(app).toMatch(/^\/invitation\//);
    expect((await world.visitor().see(app.replace('/invitation', path))).status).toBe(404);
    // Neither takes the other's place.
    expect((await world.visitor().see(`${path}/${link}`)).status).toBe(200);
    expect((await world.visitor().see(app)).status).toBe(200);
  });

  it('has one link at a time, for half an hour, and none once another password was set', async () => {
    const person = await joined(world, owner, 'viewer');
    const [first, second] = [await linkOf(person), await linkOf(person)];
    expect((await world.visitor().see(`${path}/${first}`)).status).toBe(404);
    await world.api.query(
      `update person_invitation set expires_at = now() where kind = 'PASSWORD' and used_at is null`,
    );
    expect((await set(second, person.recoveryCodes[0] ?? '')).status).toBe(404);
    const third = await linkOf(person);
    const changed = await person.visitor.send('/profile/password', {
      ...{ password: person.password, newPassword: words, again: words },
      code: nextCode(person),
    });
    expect(changed).toMatchObject({ status: 303 });
    expect((await world.visitor().see(`${path}/${third}`)).status).toBe(404);
  });

  it('says the same of an address that nobody has, and mails at most three links in an hour', async () => {
    const person = await joined(world, owner, 'viewer');
    const known = await ask(person.email);
    const unknown = await ask(`${randomUUID()}@shop.example`);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    for (const odd of ['', 'x', `${'a'.repeat(300)}@b.example`, "o'brien@shop.example"]) {
      expect([odd, (await ask(odd)).status]).toEqual([odd, 200]);
    }
    for (let n = 0; n < 4; n += 1) expect((await ask(person.email)).text).toBe(known.text);
    const links = await world.api.query(
      `select from message m join person p on p.person_id = m.person
        where m.kind = 'PASSWORD_LINK' and p.email = $1`,
      [person.email],
    );
    expect(links).toHaveLength(3);
  });

  it('is mailed to nobody who was removed, or has no second factor', async () => {
    const [removed, reset] = [
      await joined(world, owner, 'viewer'),
      await joined(world, owner, 'viewer'),
    ];
    await world.api.query('update person set disabled_at = now() where email = $1', [
      removed.email,
    ]);
    await world.api.query('update person set second_factor_sealed = null where email = $1', [
      reset.email,
    ]);
    for (const { email } of [removed, reset]) {
      expect((await ask(email)).status).toBe(200);
      expect(await mailed(email)).toEqual([]);
    }
  });
});

describe('people of a merchant', () => {
  it('who are owners are told of keys by mail', async () => {
    const boss = await joined(world, owner, 'owner');
    await joined(world, owner, 'developer');
    const made = await boss.visitor.send('/developers/keys', {
      name: 'Nightly',
      groups: 'reads',
      once: 'a'.repeat(22),
    });
    expect(made).toMatchObject({ status: 303 });
    const told = await world.api.query<{ email: string }>(
      `select p.email from message m join person p on p.person_id = m.person
        where m.kind = 'KEY_CHANGED' and m.recipient = 'PERSON' and m.merchant_id = $1`,
      [world.merchantId],
    );
    expect(told.map(({ email }) => email)).toEqual([boss.email]);
  });

  it('who may confirm are asked to, but for who has asked, and nobody else is', async () => {
    const [one, other] = [
      await joined(world, owner, 'finance'),
      await joined(world, owner, 'admin'),
    ];
    await joined(world, owner, 'support');
    await world.api.query('delete from message where merchant_id = $1', [world.merchantId]);
    const asked = async () =>
      (
        await world.api.query<{ email: string }>(
          `select p.email from message m join person p on p.person_id = m.person
            where m.kind = 'CONFIRMATION_ASKED' and m.merchant_id = $1`,
          [world.merchantId],
        )
      ).map(({ email }) => email);
    const send = (to: string, fields: Record<string, string>) =>
      one.visitor.send(to, { once: randomUUID().replaceAll('-', '').slice(0, 22), ...fields });
    await send('/settlements/accounts/by-two', { wanted: 'yes' });
    const proposal = { accountNumber: '3123456789', bankCode: '000013' };
    expect((await send('/settlements/accounts', proposal)).status).toBe(303);
    const emails = await asked();
    expect(emails).toContain(other.email);
    expect(emails).not.toContain(one.email);
    const roles = await world.api.query<{ role: string }>(
      'select distinct role from person where email = any ($1) order by role',
      [emails],
    );
    expect(roles.map(({ role }) => role)).toEqual(['admin', 'owner']);
  });
});
