import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../src/operators/people/permissions.js';
import { hashOf } from '../../../src/people/session-secret.js';
import { totpCode } from '../../../src/people/second-factor.js';
import { startEdgeDesk } from '../../support/edge-desk.js';
import { DeskClient, DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { byTest, nextCode, type TestPerson, wrongCode } from '../../support/operators.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  world = await DeskWorld.edge();
});
afterAll(() => world?.stop());

const why = { reason: 'an attack' };
const ask = (path: string, headers: Record<string, string> = {}, baseUrl = world.desk.baseUrl) =>
  fetch(`${baseUrl}${path}`, { redirect: 'manual', headers });
interface FormOrigin {
  readonly cookie?: string;
  readonly baseUrl?: string;
  readonly origin?: string;
}
function form(path: string, fields: Record<string, string>, from: FormOrigin = {}) {
  const { cookie = '', baseUrl = world.desk.baseUrl, origin = baseUrl } = from;
  return fetch(`${baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}
const signIn = (
  { name, password }: Pick<TestPerson, 'name' | 'password'>,
  code: string,
  baseUrl = world.desk.baseUrl,
) => form('/desk/sign-in', { name, password, code }, { baseUrl });
const cookieOf = (reply: Response) => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Who has signed up by this link, with a token. */
async function puppetOf(link: string, name: string): Promise<DeskClient> {
  const secret = link.split('/').at(-1) ?? '';
  const shown = await world.operators.invitations.show(secret);
  const password = 'a long enough one';
  const code = totpCode(shown?.secret ?? '', Date.now());
  const typed = { password, again: password, code };
  const { personId: operatorId } = await world.operators.invitations.take(
    secret,
    typed,
    '127.0.0.1',
  );
  return new DeskClient(name, await world.operators.token(operatorId), world.desk.baseUrl, '');
}

let people = 0;
const newcomer = (role: Role = 'operations') =>
  world.operators.join(`Victim ${String.fromCodePoint(65 + people++)}`, role);

describe('an operator without a second factor', () => {
  it('can do nothing but set one, whatever cookie, token or password there is', async () => {
    const person = await newcomer();
    const [cookie, token] = [
      await world.operators.cookie(person),
      await world.operators.token(person.operatorId),
    ];
    const reset = `/operators/${person.operatorId}/reset-second-factor`;
    expect(await world.ada.post(reset, why)).toMatchObject({
      status: 200,
      data: { status: 'NO_SECOND_FACTOR', recoveryCodesLeft: 0 },
    });
    expect((await ask('/desk', { cookie })).status).toBe(401);
    const api = new DeskClient(person.name, token, world.desk.baseUrl, '');
    expect((await api.get('/me')).status).toBe(401);
    // The old app and the recovery codes are worth nothing; the password leads to the page that sets a second factor.
    for (const code of [nextCode(person.totpSecret), person.recoveryCodes[0] ?? '']) {
      const reply = await signIn(person, code);
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect(reply.headers.get('location')).toMatch(/^\/desk\/join\/[\w-]{43}$/);
    }
    const path = (await signIn(person, '')).headers.get('location') ?? '';
    const page = await (await ask(path)).text();
    const secret = (/id="secret">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
    expect(secret).toHaveLength(32);
    expect(secret).not.toBe(person.totpSecret);
    expect((await form(path, { code: wrongCode(secret) })).status).toBe(400);
    const joined = await form(path, { code: totpCode(secret, Date.now()) });
    expect(joined.status).toBe(200);
    expect((await ask('/desk', { cookie: cookieOf(joined) })).status).toBe(200);
    // The link was for once, and the password is still the old one.
    expect((await ask(path)).status).toBe(404);
    expect((await signIn(person, nextCode(secret))).status).toBe(303);
  });

  it('has a link that nobody uses twice, and none that is over', async () => {
    const wish = { name: 'Twice Invited', role: 'viewer' };
    const first = (await world.ada.post('/operators', wish)).data.link as string;
    const second = (await world.ada.post('/operators', wish)).data.link as string;
    const pathOf = (link: string) => new URL(link).pathname;
    expect((await ask(pathOf(first))).status).toBe(404);
    const page = await (await ask(pathOf(second))).text();
    const secret = (/id="secret">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
    const typed = { password: 'a long enough one', again: 'a long enough one' };
    const post = (password: string, code = totpCode(secret, Date.now())) =>
      form(pathOf(second), { password, again: password, code });
    for (const weak of ['short', 'aaaaaaaaaaaaaaaa', 'twice invited it is']) {
      expect((await post(weak)).status).toBe(400);
    }
    await world.api.query(
      `update person_invitation set expires_at = now() where used_at is null and person_id =
         (select person_id from person where name = $1)`,
      [wish.name],
    );
    expect((await post(typed.password)).status).toBe(404);
    const third = (await world.ada.post('/operators', wish)).data.link as string;
    expect((await ask(pathOf(third))).status).toBe(200);
  });
});

describe('one person alone', () => {
  it('does not become two by another token, another session or another door', async () => {
    const creditId = await world.strayCredit(undefined, undefined, world.api.prefix);
    const number = await world.caseOf(creditId);
    const { operatorId } = (await world.ada.get('/me')).data;
    const accept = { decision: 'accept', reason: 'mine' };
    const proposed = await world.ada.post(`/cases/${number}/decisions`, accept);
    expect(proposed).toMatchObject({ status: 200, data: { outcome: 'PROPOSED' } });
    const otherToken = await world.operators.token(operatorId);
    const again = new DeskClient('Ada', otherToken, world.desk.baseUrl, '');
    const refused = { status: 403, data: { reason: 'SECOND_OPERATOR_NEEDED' } };
    expect(await again.confirm(`/cases/${number}`)).toMatchObject(refused);
    // A header names no door.
    await again.post(
      `/cases/${number}/notes`,
      { text: 'by a script' },
      { 'x-manilla-door': 'CLI' },
    );
    const [note] = (await world.ada.get(`/audit?subject=${number}&action=case.note`)).data.items;
    expect(note).toMatchObject({ door: 'API' });
    expect(await again.post(`/cases/${number}/decisions`, accept)).toMatchObject({
      data: { outcome: 'PROPOSED' },
    });
    const cookie = await world.operators.cookie({ operatorId, name: 'Ada' });
    const { shownHash } = (await world.ada.get(`/cases/${number}`)).data.proposal;
    expect((await form(`/desk/cases/${number}/confirm`, { shownHash }, { cookie })).status).toBe(
      403,
    );
    expect((await world.ada.get(`/cases/${number}`)).data.status).toBe('OPEN');
  });

  it('does not become two by somebody whom it invites, not even with all rights', async () => {
    const { operatorId } = (await world.ada.get('/me')).data;
    const stolen = await world.operators.token(operatorId);
    await world.api.query('update operator_token set proven_until = null where token_hash = $1', [
      hashOf(stolen),
    ]);
    const thief = new DeskClient('Ada', stolen, world.desk.baseUrl, '');
    const wish = { name: 'Sec Puppet', role: 'finance' };
    // A token alone changes no operators: password and code are asked for.
    expect(await thief.post('/operators', wish)).toMatchObject({
      status: 403,
      data: { reason: 'SIGN_IN_CODE_NEEDED' },
    });
    expect(await thief.post('/me/prove', { password: 'a guess', code: '123456' })).toMatchObject({
      status: 401,
      data: { reason: 'INVALID_CREDENTIALS' },
    });
    // Nor does the administrator become two.
    const { link } = (await world.ada.post('/operators', wish)).data;
    const puppet = await puppetOf(link, wish.name);
    const legs = [
      { account: '5300:-:NGN', amountMinor: 1 },
      { account: '1100:simulator:NGN', amountMinor: -1 },
    ];
    await world.api.paid();
    const posted = await world.ada.post('/journals', { legs, ...why });
    const path = `/journals/${posted.data.proposalId}`;
    const needed = { status: 403, data: { reason: 'SECOND_OPERATOR_NEEDED' } };
    expect(await puppet.confirm(path)).toMatchObject(needed);
    const byPuppet = await puppet.post('/journals', { legs, ...why });
    const other = `/journals/${byPuppet.data.proposalId}`;
    expect(await world.ada.confirm(other)).toMatchObject(needed);
    expect(await world.bola.confirm(other)).toMatchObject({
      status: 403,
      data: { reason: 'SECOND_OPERATOR_TOO_NEW' },
    });
    await world.api.query(
      `update person set decides_from = decides_from - interval '1 day' where name = $1`,
      [wish.name],
    );
    expect(await puppet.confirm(path)).toMatchObject(needed);
    expect(await world.bola.confirm(other)).toMatchObject({ status: 200 });
    const { operatorId: id } = (await puppet.get('/me')).data;
    expect(await world.ada.post(`/operators/${id}/vouch`, why)).toMatchObject({ status: 409 });
    expect(await world.bola.post(`/operators/${id}/vouch`, why)).toMatchObject({
      status: 200,
      data: { standsFor: null },
    });
    expect(await puppet.confirm(path)).toMatchObject({ status: 200 });
  });

  it('does not become two by a machine user', async () => {
    const made = await world.ada.post('/operators', {
      ...{ name: 'Second Person', role: 'administrator', kind: 'MACHINE' },
    });
    expect(made).toMatchObject({ status: 200, data: { kind: 'MACHINE', link: null } });
    const { operatorId } = made.data;
    const { data } = await world.ada.post('/tokens', { operatorId, label: 'robot', days: 1 });
    const robot = new DeskClient('', data.token, world.desk.baseUrl, '');
    expect((await robot.get('/cases')).status).toBe(200);
    for (const path of ['/cases/1/decisions', '/cases/1/confirm', '/journals', '/operators']) {
      expect(await robot.post(path, {})).toMatchObject({
        status: 403,
        data: { reason: 'PERMISSION_MISSING' },
      });
    }
  });

  it('does not become another by a link: an administrator cannot invite who has signed up', async () => {
    const { name, operatorId } = await newcomer('finance');
    const refused = { status: 409, data: { reason: 'DECISION_REFUSED' } };
    expect(await world.ada.post('/operators', { name, role: 'finance' })).toMatchObject(refused);
    await world.ada.post(`/operators/${operatorId}/reset-second-factor`, why);
    expect(await world.ada.post('/operators', { name, role: 'finance' })).toMatchObject(refused);
    // Nor by a token: those are made by the person, after signing in.
    const token = { operatorId, label: 'mine now', days: 1 };
    expect(await world.ada.post('/tokens', token)).toMatchObject(refused);
  });
});

describe('a code', () => {
  it('of the app is used once, and none before it', async () => {
    const person = await newcomer();
    const code = nextCode(person.totpSecret);
    expect((await signIn(person, code)).status).toBe(303);
    expect((await signIn(person, code)).status).toBe(401);
    expect((await signIn(person, totpCode(person.totpSecret, Date.now()))).status).toBe(401);
    expect((await signIn(person, totpCode(person.totpSecret, Date.now() + 90_000))).status).toBe(
      401,
    );
  });

  it('of the app is taken once, when it is sent twice at the same moment', async () => {
    const person = await newcomer();
    const code = nextCode(person.totpSecret);
    const replies = await Promise.all([signIn(person, code), signIn(person, code)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303, 401]));
  });

  it('for recovery is used once, and tells in the audit', async () => {
    const person = await newcomer();
    const [code = ''] = person.recoveryCodes;
    expect(person.recoveryCodes).toHaveLength(10);
    expect((await signIn(person, ` ${code.toUpperCase()} `)).status).toBe(303);
    expect((await signIn(person, code)).status).toBe(401);
    const { data } = await world.ada.get(
      `/audit?subject=${person.operatorId}&action=operator.recover`,
    );
    expect(data.items).toMatchObject([{ actor: person.name, after: { recoveryCodesLeft: 9 } }]);
  });
});

describe('who guesses', () => {
  it('is slowed down in all processes together, and others are not', async () => {
    const second = await startEdgeDesk(world.api.manilla);
    try {
      const person = await newcomer();
      const guess = (at: number, password = `guess ${at}`) =>
        signIn({ ...person, password }, '000000', at % 2 === 0 ? undefined : second.baseUrl);
      const statuses: number[] = [];
      for (let at = 0; at < 14; at += 1) statuses.push((await guess(at)).status);
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
      expect(statuses.slice(12)).toEqual([429, 429]);
      // Not even the right password and code are tried.
      const { password, totpSecret } = person;
      expect((await signIn({ ...person, password }, nextCode(totpSecret))).status).toBe(429);
      const other = await newcomer();
      expect((await signIn(other, nextCode(other.totpSecret))).status).toBe(303);
    } finally {
      await second.stop();
    }
  });

  it('who has the password is stopped at ten codes', async () => {
    const person = await newcomer();
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push((await signIn(person, wrongCode(person.totpSecret, at % 10))).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it('learns neither by the answer nor by the work whether a name is known, or disabled', async () => {
    const [known, gone] = [await newcomer(), await newcomer()];
    await world.operators.service.disable(byTest, gone.operatorId);
    const { passwords, signIns } = world.operators;
    const work = vi.spyOn(passwords, 'verify');
    const from = { address: '192.0.2.1', agent: null };
    for (const [name, password] of [
      [known.name, 'wrong'],
      ['Nobody Here', 'wrong'],
      [gone.name, gone.password],
    ] as const) {
      const code = nextCode(gone.totpSecret);
      await expect(signIns.signIn({ login: name, password, code }, from)).rejects.toMatchObject({
        ...{ reason: 'INVALID_CREDENTIALS', message: 'Name, password or code is wrong.' },
      });
    }
    // Each time a password is hashed, which is all that takes time; that of nobody as well (test/unit/people).
    expect(work.mock.calls.map(([, stored]) => stored !== null)).toEqual([true, false, true]);
    work.mockRestore();
  });
});

describe('a stolen cookie', () => {
  it('ends when the session is ended elsewhere, and with the person', async () => {
    const person = await newcomer();
    const [stolen, own] = [
      await world.operators.cookie(person),
      await world.operators.cookie(person),
    ];
    const [session] = await world.operators.service.sessions(person.name);
    const path = `/desk/you/sessions/${session?.sessionId}/end`;
    expect((await form(path, {}, { cookie: own })).status).toBe(303);
    expect((await ask('/desk', { cookie: stolen })).status).toBe(401);
    expect((await ask('/desk', { cookie: own })).status).toBe(200);
    // Not another person's.
    const [adas] = await world.operators.service.sessions('Ada');
    const notOwn = `/desk/you/sessions/${adas?.sessionId}/end`;
    expect((await form(notOwn, {}, { cookie: own })).status).toBe(404);
    await world.ada.post(`/operators/${person.operatorId}/disable`, why);
    expect((await ask('/desk', { cookie: own })).status).toBe(401);
  });

  it('is not put to use by another site', async () => {
    const { cookie } = world.ada;
    const origin = 'https://evil.example';
    const wish = { name: 'Evil Friend', role: 'administrator' };
    expect((await form('/desk/people', wish, { cookie, origin })).status).toBe(403);
    expect((await form('/desk/you/tokens', { label: 'x' }, { cookie, origin })).status).toBe(403);
    expect(await world.operators.people.find({ name: wish.name })).toBeUndefined();
  });
});

describe('payloads', () => {
  const decode = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${world.desk.env.MANILLA_CODEC_PORT}/decode`, {
      method: 'POST',
      headers,
      body: '{"payloads":[]}',
    });

  it('are decoded for an operator who may read them, and for nobody else', async () => {
    const [viewer, support] = [
      await world.operator('Payload Viewer', 'viewer'),
      await world.operator('Payload Support', 'support'),
    ];
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const statusOf = async (headers: Record<string, string>) => (await decode(headers)).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf(bearer(world.api.merchant.token ?? ''))).toBe(401);
    expect(await statusOf({ cookie: 'manilla-desk=nothing' })).toBe(401);
    expect(await statusOf({ cookie: viewer.cookie })).toBe(403);
    expect(await statusOf(bearer(viewer.token))).toBe(403);
    expect(await statusOf({ cookie: support.cookie })).toBe(200);
    expect(await statusOf(bearer(support.token))).toBe(200);
    await form('/desk/sign-out', {}, { cookie: support.cookie });
    expect(await statusOf({ cookie: support.cookie })).toBe(401);
  });
});

describe('the last administrator', () => {
  it('is neither shut out nor made less by another door than the database', async () => {
    const own = await DeskWorld.edge({});
    try {
      const { operatorId } = (await own.ada.get('/me')).data;
      const bola = (await own.bola.get('/me')).data.operatorId;
      expect((await own.ada.post(`/operators/${bola}/disable`, why)).status).toBe(200);
      const refused = { status: 409, data: { reason: 'DECISION_REFUSED' } };
      for (const [path, body] of [
        ['disable', why],
        ['role', { role: 'viewer', ...why }],
      ] as const) {
        expect(await own.ada.post(`/operators/${operatorId}/${path}`, body)).toMatchObject(refused);
      }
      expect((await own.ada.get('/me')).data.role).toBe('administrator');
    } finally {
      await own.stop();
      await own.api.stop();
    }
  });
});
