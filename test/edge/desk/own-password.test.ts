import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeskClient, DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { nextCode, type TestPerson, wrongCode } from '../../support/operators.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  world = await DeskWorld.edge();
});
afterAll(() => world?.stop());

const newPassword = 'harmattan on a red road';

function form(path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(`${world.desk.baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...{ origin: world.desk.baseUrl, cookie },
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
}
const signIn = ({ name }: TestPerson, password: string, code: string) =>
  form('/desk/sign-in', { name, password, code });
const isSignedIn = async (cookie: string) =>
  (await fetch(`${world.desk.baseUrl}/desk`, { headers: { cookie } })).status === 200;

let people = 0;
/** Somebody with two browsers and a token. */
async function newcomer() {
  const name = `Password ${String.fromCodePoint(65 + people++)}`;
  const person = await world.operators.join(name, 'viewer');
  const [here, elsewhere] = [
    await world.operators.cookie(person),
    await world.operators.cookie(person),
  ];
  const token = await world.operators.token(person.operatorId);
  const api = new DeskClient(name, token, world.desk.baseUrl, here);
  const typed = {
    ...{ password: person.password, newPassword, again: newPassword },
    code: nextCode(person.totpSecret),
  };
  return { person, here, elsewhere, api, typed };
}

it('is changed at the desk by who knows the old one and has a code; other sessions end', async () => {
  const { person, here, elsewhere, api, typed } = await newcomer();
  const reply = await form('/desk/you/password', typed, here);
  expect(reply.headers.get('location')).toBe('/desk/you?done=password');
  expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await api.get('/me')).status).toBe(200);
  const [one = '', two = ''] = person.recoveryCodes;
  expect((await signIn(person, person.password, one)).status).toBe(401);
  expect((await signIn(person, newPassword, two)).status).toBe(303);
  const { data } = await world.ada.get(
    `/audit?subject=${person.operatorId}&action=operator.password`,
  );
  expect(data.items).toMatchObject([
    {
      ...{ action: 'operator.password', actor: person.name, door: 'DESK', address: '127.0.0.1' },
    },
  ]);
  const kept = await world.api.query(
    `select row_to_json(o)::text as text from person o where o.person_id = $1
     union all select row_to_json(a)::text from audit_entry a where a.subject = $1`,
    [person.operatorId],
  );
  expect(JSON.stringify(kept)).not.toContain(newPassword);
});

it('is changed by the API, with a recovery code; all sessions end', async () => {
  const { person, here, elsewhere, api, typed } = await newcomer();
  const body = { password: typed.password, newPassword, code: person.recoveryCodes[0] ?? '' };
  const key = { 'idempotency-key': `own-password-${person.operatorId}` };
  const changed = { status: 200, data: { name: person.name } };
  expect(await api.post('/me/password', body, key)).toMatchObject(changed);
  // Told again under its key: the code was used up by the first.
  expect(await api.post('/me/password', body, key)).toMatchObject(changed);
  expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, false]);
  expect((await signIn(person, newPassword, typed.code)).status).toBe(303);
});

it.each([
  ['short', 'newPassword must have at least 12 characters'],
  ['aaaaaaaaaaaaaaaa', 'newPassword must have five different characters'],
  ['password z it is', 'hold your name'],
])('is not changed to the weak %s', async (weak, says) => {
  const { person, here, typed } = await newcomer();
  const poor = weak.replace('password z', person.name.toLowerCase());
  const reply = await form(
    '/desk/you/password',
    { ...typed, newPassword: poor, again: poor },
    here,
  );
  expect(reply.status).toBe(400);
  expect(await reply.text()).toContain(says);
  // The code was not used up.
  expect((await form('/desk/you/password', typed, here)).status).toBe(303);
});

it('is another one than before, and typed alike twice', async () => {
  const { here, typed, api } = await newcomer();
  const { password, code } = typed;
  const same = { ...typed, newPassword: password, again: password };
  expect((await form('/desk/you/password', same, here)).status).toBe(400);
  const twice = await form('/desk/you/password', { ...typed, again: 'else' }, here);
  expect(await twice.text()).toContain('again must be the same password');
  expect(await api.post('/me/password', { password, newPassword: password, code })).toMatchObject({
    ...{ status: 400, data: { reason: 'VALIDATION_FAILED', errors: [{ field: 'newPassword' }] } },
  });
});

it('stays without the old one, or without a code that was not used', async () => {
  const { person, here, elsewhere, api, typed } = await newcomer();
  for (const wrong of [
    { password: 'not this one' },
    { code: wrongCode(person.totpSecret) },
    { code: person.usedCode },
  ]) {
    const reply = await form('/desk/you/password', { ...typed, ...wrong }, here);
    expect(reply.status).toBe(401);
    expect(await reply.text()).toContain('Password or code is wrong.');
  }
  const { again: _, ...body } = typed;
  const refused = { status: 401, data: { reason: 'INVALID_CREDENTIALS' } };
  expect(await api.post('/me/password', { ...body, password: 'not this' })).toMatchObject(refused);
  expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, true]);
  expect((await signIn(person, person.password, typed.code)).status).toBe(303);
});

it('is not guessed: wrong tries count with those of the sign-ins', async () => {
  const { person, here, typed } = await newcomer();
  const guess = { ...typed, password: 'a guess', code: '000000' };
  const statuses: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    statuses.push((await signIn(person, 'a guess', '000000')).status);
    statuses.push((await form('/desk/you/password', guess, here)).status);
  }
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 401));
  const slowed = await form('/desk/you/password', typed, here);
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await slowed.text()).toContain('Too many tries');
  expect((await signIn(person, person.password, typed.code)).status).toBe(429);
});

it('is changed once, when it is sent twice at the same moment', async () => {
  const { person, here, typed } = await newcomer();
  const [one = '', two = ''] = person.recoveryCodes;
  const replies = await Promise.all(
    [one, two].map((code, at) => {
      const fresh = `${newPassword} ${at}`;
      return form('/desk/you/password', { ...typed, newPassword: fresh, again: fresh, code }, here);
    }),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
});

it('is not a machine user’s', async () => {
  const name = 'Machine Without Password';
  const machine = { name, role: 'viewer', kind: 'MACHINE' };
  const { operatorId } = (await world.ada.post('/operators', machine)).data;
  const { data } = await world.ada.post('/tokens', { operatorId, label: 'robot', days: 1 });
  const robot = new DeskClient('', data.token, world.desk.baseUrl, '');
  const typed = { password: 'anything', newPassword, code: '123456' };
  expect(await robot.post('/me/password', typed)).toMatchObject({
    ...{
      status: 409,
      data: { reason: 'DECISION_REFUSED' },
      message: 'A machine user has no password.',
    },
  });
});
