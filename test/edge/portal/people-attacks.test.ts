import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../../src/people/second-factor.js';
import {
  joined,
  type JoinedPerson,
  linkIn,
  nextCode,
  secretIn,
  signedUp,
  totpSecretIn,
} from '../../support/portal-people.js';
import { PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
});
afterAll(() => world?.stop());

const signIn = (person: Pick<JoinedPerson, 'email' | 'password'>, code: string, cookie = '') =>
  world.visitor(cookie).send('/sign-in', { email: person.email, password: person.password, code });

describe('an invitation', () => {
  it('makes a person once, who signs in by e-mail, password and code', async () => {
    const link = linkIn(
      await owner.send('/team', {
        name: 'Tunde Ojo',
        email: 'Tunde@Shop.example',
        role: 'support',
      }),
    );
    expect((await world.visitor().see(link)).text).toContain('Welcome to SANDBOX SHOP, Tunde Ojo');
    const person = await joined(world, owner, 'viewer');
    expect((await person.visitor.see('/profile')).text).toContain('Your role is viewer');
    const signedIn = await signIn(person, nextCode(person));
    expect(signedIn).toMatchObject({ status: 303, location: '/' });
    expect(secretIn(signedIn.headers)).toHaveLength(43);
  });

  it('is over once it was used, and once another one was made', async () => {
    const email = 'twice@shop.example';
    const invite = () => owner.send('/team', { name: 'Twice', email, role: 'viewer' });
    const [first, second] = [linkIn(await invite()), linkIn(await invite())];
    expect((await world.visitor().see(first)).status).toBe(404);
    const page = await world.visitor().see(second);
    expect(page.status).toBe(200);
    const person = await signedUp(world, second, { name: 'Twice', email });
    expect(person.recoveryCodes).toHaveLength(10);
    expect((await world.visitor().see(second)).status).toBe(404);
    const typed = { password: person.password, again: person.password, code: nextCode(person) };
    expect((await world.visitor().send(second, typed)).status).toBe(404);
    // Somebody who has signed up is not invited anew: the link would be a way into that account.
    const again = await owner.send('/team', {
      ...{ name: person.name, email: person.email, role: 'viewer' },
    });
    expect(again).toMatchObject({ status: 409 });
    expect(again.text).toContain('has signed up already');
  });

  it('of an address that another merchant has invited tells nothing of that', async () => {
    const other = await PortalWorld.edge();
    const theirs = await other.person();
    const email = 'accountant@books.example';
    const [mine, their] = [await joined(world, owner, 'viewer', email), undefined] as const;
    const link = linkIn(await theirs.send('/team', { name: 'Accountant', email, role: 'viewer' }));
    expect(link).toContain('/invitation/');
    expect(their).toBeUndefined();
    expect((await signIn(mine, nextCode(mine))).status).toBe(303);
    await other.stop();
  });
});

describe('a code', () => {
  it('is used once: not again, not at the fresh proof, and not an earlier one', async () => {
    const person = await joined(world, owner, 'viewer');
    const code = nextCode(person);
    expect((await signIn(person, code)).status).toBe(303);
    expect((await signIn(person, code)).status).toBe(401);
    expect((await person.visitor.send('/confirm-it-is-you', { code, to: '/team' })).status).toBe(
      401,
    );
    const [recovery = ''] = person.recoveryCodes;
    expect((await signIn(person, recovery)).status).toBe(303);
    expect((await signIn(person, recovery)).status).toBe(401);
  });
});

describe('a hundred guesses at once', () => {
  it('are judged ten times at most, and shut out who guesses', async () => {
    const person = await joined(world, owner, 'viewer');
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        signIn({ email: person.email, password: `guess number ${at}` }, '000000'),
      ),
    );
    const judged = replies.filter(({ status }) => status === 401).length;
    expect(judged).toBeLessThanOrEqual(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(100 - judged);
    expect((await signIn(person, nextCode(person))).status).toBe(429);
  });

  it('of codes by who has stolen a session count as well', async () => {
    const person = await joined(world, owner, 'viewer');
    const replies = await Promise.all(
      Array.from({ length: 100 }, () =>
        person.visitor.send('/confirm-it-is-you', { code: '000000', to: '/' }),
      ),
    );
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  });
});

describe('a way in', () => {
  it('leads to no other site, however it is written', async () => {
    const person = await joined(world, owner, 'viewer');
    const codes = [...person.recoveryCodes];
    for (const to of [
      ...['//evil.example', 'https://evil.example', '/\\evil.example', '\\\\evil.example'],
      ...['javascript:alert(1)', '/%0d%0aset-cookie:x=1', '/\r\nx: y', '///evil.example'],
    ]) {
      const page = await world.visitor().see(`/sign-in?to=${encodeURIComponent(to)}`);
      expect(page.html).not.toContain('evil.example');
      expect(page.html).not.toContain('javascript:');
      const { email, password } = person;
      const code = codes.shift() ?? '';
      const led = await world.visitor().send('/sign-in', { email, password, code, to });
      expect([to, led.status]).toEqual([to, 303]);
      const place = new URL(led.location ?? '', world.portal.baseUrl);
      expect([to, place.origin]).toEqual([to, world.portal.baseUrl]);
    }
  });

  it('of a colleague is taken away by nobody else', async () => {
    const [one, other] = [
      await joined(world, owner, 'admin'),
      await joined(world, owner, 'viewer'),
    ];
    await world.api.query(
      `insert into person_passkey (passkey_id, person_id, credential_id, public_key, counter, label)
         select 'pky_01KA0000000000000000000000', person_id, 'credential', '\\x00', 0, 'Phone' from person where email = $1`,
      [other.email],
    );
    const end = '/profile/passkeys/pky_01KA0000000000000000000000/end';
    expect((await one.visitor.send(end)).status).toBe(404);
    expect((await other.visitor.see('/profile')).html).toContain(end);
    expect((await other.visitor.send(end)).status).toBe(303);
  });
});

describe('a session', () => {
  it('is another one than the browser has brought', async () => {
    const person = await joined(world, owner, 'viewer');
    const brought = 'a'.repeat(43);
    const reply = await signIn(person, nextCode(person), brought);
    expect(secretIn(reply.headers)).not.toBe(brought);
    expect((await world.visitor(brought).see('/profile')).status).toBe(303);
  });

  it('ends everywhere when the person asks, and at once when the person is removed', async () => {
    const person = await joined(world, owner, 'viewer');
    const other = secretIn((await signIn(person, nextCode(person))).headers);
    const elsewhere = new PortalVisitor(world.portal.baseUrl, '', '', other);
    expect((await elsewhere.see('/profile')).status).toBe(200);
    await person.visitor.send('/profile/sessions/end-others');
    expect((await elsewhere.see('/profile')).status).toBe(303);
    const { html } = await owner.see('/team');
    const id = new RegExp(`${person.email}[^]*?/team/(psn_\\w+)`).exec(html)?.[1] ?? '';
    expect(await owner.send(`/team/${id}/remove`)).toMatchObject({ status: 303 });
    expect((await person.visitor.see('/profile')).status).toBe(303);
    expect((await signIn(person, person.recoveryCodes[0] ?? '')).status).toBe(401);
  });

  it('of another person is not ended', async () => {
    const [one, other] = [
      await joined(world, owner, 'viewer'),
      await joined(world, owner, 'viewer'),
    ];
    const id = /sessions\/(pse_\w+)\/end/.exec((await other.visitor.see('/profile')).html)?.[1];
    expect((await one.visitor.send(`/profile/sessions/${id}/end`)).status).toBe(404);
    expect((await other.visitor.see('/profile')).status).toBe(200);
  });
});

describe('a link for another app, asked for in a stolen session', () => {
  const words = 'another horse battery staple';
  const elsewhere = async (person: JoinedPerson) =>
    world.visitor(secretIn((await signIn(person, person.recoveryCodes[0] ?? '')).headers));
  const idOf = async ({ email }: JoinedPerson) =>
    new RegExp(`${email}[^]*?/team/(psn_\\w+)`).exec((await owner.see('/team')).html)?.[1] ?? '';

  it.each<readonly [string, number, (person: JoinedPerson) => Promise<unknown>]>([
    ['nobody has ended', 200, elsewhere],
    ['its person has signed out of', 404, ({ visitor }) => visitor.send('/sign-out')],
    [
      'its person has ended from elsewhere',
      404,
      async (person) => (await elsewhere(person)).send('/profile/sessions/end-others'),
    ],
    [
      'a new password leaves open',
      404,
      (person) =>
        person.visitor.send('/profile/password', {
          ...{ password: person.password, newPassword: words, again: words },
          code: nextCode(person),
        }),
    ],
    [
      'an owner has ended with the second factor',
      404,
      async (person) => owner.send(`/team/${await idOf(person)}/reset-second-factor`),
    ],
  ])('that %s is answered %i', async (_what, status, act) => {
    const person = await joined(world, owner, 'viewer');
    const link = (await person.visitor.send('/profile/app')).location ?? '';
    const secret = totpSecretIn(await world.visitor().see(link));
    await act(person);
    const code = totpCode(secret, Date.now());
    const taken = await world.visitor().send(link, { code });
    expect([taken.status, secretIn(taken.headers) !== '']).toEqual([status, status === 200]);
  });
});

describe('rights', () => {
  it('are given by nobody who lacks them, and owners by owners alone', async () => {
    const admin = await world.person({ role: 'admin' });
    const asked = { name: 'New Owner', email: 'new@shop.example', role: 'owner' };
    const refused = await admin.send('/team', asked);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('cannot give a right that you lack');
    const inviter = await world.person({ rights: ['team:read', 'team:write', 'checkout:read'] });
    expect((await inviter.send('/team', { ...asked, role: 'finance' })).status).toBe(409);
    const role = { name: 'Too much', rights: ['checkout:read', 'refunds:write'] };
    expect((await inviter.send('/team/roles', role)).status).toBe(409);
    expect(
      (await inviter.send('/team/roles', { name: 'Just so', rights: ['checkout:read'] })).status,
    ).toBe(303);
    expect((await owner.send('/team/roles', { name: 'Bad', rights: ['keys:claim'] })).status).toBe(
      400,
    );
    // Who has more is changed by nobody who has less.
    expect((await admin.send(`/team/${owner.personId}/role`, { role: 'viewer' })).status).toBe(409);
    expect((await admin.send(`/team/${owner.personId}/remove`)).status).toBe(409);
    expect((await admin.send(`/team/${owner.personId}/reset-second-factor`)).status).toBe(409);
  });

  it('leave a merchant its last owner who can sign in, whoever asks and how many at once', async () => {
    const own = await PortalWorld.edge();
    const first = await own.person();
    const [one, two] = [await joined(own, first, 'owner'), await joined(own, first, 'owner')];
    const idOf = async (email: string) =>
      new RegExp(`${email}[^]*?/team/(psn_\\w+)`).exec((await first.see('/team')).html)?.[1] ?? '';
    const [a, b] = [await idOf(one.email), await idOf(two.email)];
    const replies = await Promise.all([
      one.visitor.send(`/team/${b}/remove`),
      two.visitor.send(`/team/${a}/remove`),
    ]);
    // The other is refused, or is signed in no more.
    const done = replies.map(({ location }) => location === '/team?done=removed');
    expect(done.filter(Boolean)).toHaveLength(1);
    const [left, leftId] = done[0] === true ? [one, a] : [two, b];
    const last = await left.visitor.send(`/team/${leftId}/remove`);
    expect(last.status).toBe(409);
    expect(last.text).toContain('the last owner');
    expect((await left.visitor.send(`/team/${leftId}/role`, { role: 'admin' })).status).toBe(409);
    await own.stop();
  });

  it('ask for a fresh proof, which a code gives', async () => {
    const person = await joined(world, owner, 'admin');
    await world.api.query(
      'update person_session set fresh_until = null where person_id = (select person_id from person where email = $1)',
      [person.email],
    );
    const invite = { name: 'Later', email: 'later@shop.example', role: 'viewer' };
    const asked = await person.visitor.send('/team', invite);
    expect(asked).toMatchObject({ status: 303 });
    expect(asked.location).toMatch(/^\/confirm-it-is-you\?to=/);
    const proven = await person.visitor.send('/confirm-it-is-you', {
      ...{ code: nextCode(person), to: '/team' },
    });
    expect(proven).toMatchObject({ status: 303, location: '/team' });
    expect((await person.visitor.send('/team', invite)).status).toBe(200);
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const [recovery = ''] = person.recoveryCodes.splice(0, 1);
      const led = await person.visitor.send('/confirm-it-is-you', { code: recovery, to });
      expect(led).toMatchObject({ status: 303, location: '/' });
    }
  });
});

describe('a suspended merchant', () => {
  it('has people who see why, read and export, and change nothing', async () => {
    const own = await PortalWorld.edge();
    const boss = await own.person();
    await own.api.query(`update merchant set status = 'SUSPENDED' where merchant_id = $1`, [
      own.merchantId,
    ]);
    await own.api.query(
      `select record_audit('{"kind": "COMMAND", "actor": "x", "door": "COMMAND", "reason": "Too many chargebacks."}',
                           'merchant.suspend', 'merchant', $1, $1, null, '{}')`,
      [own.merchantId],
    );
    const page = await boss.see('/team');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Too many chargebacks.');
    expect((await boss.see('/audit.csv')).status).toBe(200);
    const invite = { name: 'Nobody', email: 'nobody@shop.example', role: 'viewer' };
    expect((await boss.send('/team', invite)).status).toBe(403);
    expect((await boss.send('/sign-out')).status).toBe(303);
    await own.stop();
  });
});
