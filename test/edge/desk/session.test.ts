import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/operators/people/permissions.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { startEdgeDesk } from '../../support/edge-desk.js';
import { nextCode, type TestPerson, wrongCode } from '../../support/operators.js';

describe('the desk’s session', () => {
  let world: DeskWorld<TestEdge>;
  beforeAll(async () => {
    world = await DeskWorld.edge();
  });
  afterAll(() => world?.stop());

  const at = (path: string) => `${world.desk.baseUrl}${path}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(at(path), { redirect: 'manual', ...init });
  const form = (
    path: string,
    fields: Record<string, string> | string[][],
    headers: Record<string, string>,
  ) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const own = () => ({ origin: world.desk.baseUrl });

  it('takes no text with NUL, from whoever it comes', async () => {
    const { cookie } = world.ada;
    const fields = { name: 'Ada\0', password: 'x', code: '000000', to: '/desk' };
    expect((await form('/desk/sign-in', fields, own())).status).toBe(400);
    for (const [path, status] of [
      ['/desk/cases?q=%00', 200],
      ['/desk/audit?subject=a%00', 200],
      ['/desk/cases/%00', 404],
      ['/desk/merchants/%00', 404],
    ] as const) {
      expect([path, (await ask(path, { headers: { cookie } })).status]).toEqual([path, status]);
    }
  });

  it('gives a token all rights only when no role was chosen', async () => {
    const machine = { name: 'Robot With Tokens', role: 'operations', kind: 'MACHINE' };
    const { operatorId } = (await world.ada.post('/operators', machine)).data;
    const headers = { ...own(), cookie: world.ada.cookie };
    for (const path of ['/desk/you/tokens', `/desk/people/${operatorId}/tokens`]) {
      for (const [roles, status] of [
        [['Viewer'], 400],
        [['viewer', 'viewer'], 400],
        [['viewer'], 200],
        [[''], 200],
        [[], 200],
      ] as const) {
        const fields = [['label', 'x'], ...roles.map((role) => ['role', role])];
        const reply = await form(path, fields, headers);
        const isMade = (await reply.text()).includes('<pre id="token">');
        expect([path, roles, reply.status, isMade]).toEqual([path, roles, status, status === 200]);
      }
    }
  });

  let people = 0;
  /** Somebody who has just signed up, and whose code of the next half minute is not used yet. */
  const newcomer = (role: Role = 'operations') =>
    world.operators.join(`Newcomer ${String.fromCodePoint(65 + people++)}`, role);

  async function signIn(
    person: Pick<TestPerson, 'name' | 'password'>,
    code: string,
    to = '/desk',
  ): Promise<{ reply: Response; cookie: string }> {
    const { name, password } = person;
    const reply = await form('/desk/sign-in', { name, password, code, to }, own());
    return { reply, cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  it('is a cookie that no script reads and no other site sends, for twelve hours', async () => {
    const person = await newcomer();
    const { reply, cookie } = await signIn(person, nextCode(person.totpSecret));
    expect(reply.status).toBe(303);
    const [, ...flags] = (reply.headers.get('set-cookie') ?? '').split('; ');
    expect(flags).toEqual(['Max-Age=43200', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
    const page = await ask('/desk', { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('goes over TLS only where the desk is reached by https', async () => {
    const reachedAt = { MANILLA_DESK_URL: 'https://desk.example.ng' };
    const desk = await startEdgeDesk(world.api.manilla, reachedAt);
    try {
      const { name, password, totpSecret } = await newcomer();
      const reply = await fetch(`${desk.baseUrl}/desk/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: desk.baseUrl,
        },
        body: new URLSearchParams({ name, password, code: nextCode(totpSecret) }).toString(),
      });
      expect(reply.headers.get('set-cookie')).toMatch(
        /^__Host-manilla-desk=.*; Path=\/;.*; Secure$/,
      );
      expect(reply.headers.get('strict-transport-security')).toBeTruthy();
    } finally {
      await desk.stop();
    }
  });

  it('is opened by name, password and code together, and leads nowhere else', async () => {
    const person = await newcomer();
    const code = nextCode(person.totpSecret);
    const wrong = [
      [{ ...person, password: 'not this one' }, code],
      [{ ...person, name: 'Nobody at all' }, code],
      [person, wrongCode(person.totpSecret)],
      [person, ''],
    ] as const;
    const texts = new Set<string>();
    for (const [typed, each] of wrong) {
      const { reply, cookie } = await signIn(typed, each);
      expect({ status: reply.status, cookie }).toEqual({ status: 401, cookie: '' });
      texts.add((await reply.text()).replaceAll(typed.name, 'NAME'));
    }
    // Nobody learns which of them was wrong.
    expect(texts.size).toBe(1);
    const [one = '', two = '', three = ''] = person.recoveryCodes;
    for (const [used, to] of [
      [one, 'https://evil.example/'],
      [two, '/desk/../../x y'],
    ] as const) {
      expect((await signIn(person, used, to)).reply.headers.get('location')).toBe('/desk');
    }
    const { reply } = await signIn(person, three, '/desk/cases/7?done=noted');
    expect(reply.headers.get('location')).toBe('/desk/cases/7?done=noted');
  });

  it('takes no token: those are for programs', async () => {
    const reply = await form('/desk/sign-in', { token: world.ada.token }, own());
    expect(reply.status).toBe(401);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  it('ends by sign-out, and a cookie that was stolen before ends with it', async () => {
    const { cookie } = world.ada;
    const fresh = await world.operators.cookie(await newcomer());
    expect((await ask('/desk', { headers: { cookie: fresh } })).status).toBe(200);
    const out = await form('/desk/sign-out', {}, { ...own(), cookie: fresh });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ask('/desk', { headers: { cookie: fresh } })).status).toBe(401);
    expect((await ask('/desk', { headers: { cookie } })).status).toBe(200);
  });

  it('takes forms from its own pages only', async () => {
    const { cookie } = world.ada;
    const number = await world.plant({
      ...{ kind: 'FINDING', subject: 'NONE:forged', reason: 'FOUND: NONE' },
      decisions: ['resolved'],
    });
    const send = (headers: Record<string, string>) =>
      form(`/desk/cases/${number}/note`, { text: 'forged' }, { cookie, ...headers });
    const forged = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { ...own(), 'sec-fetch-site': 'cross-site' },
      { ...own(), 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of forged) expect((await send(headers as never)).status).toBe(403);
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(JSON.stringify(data.history)).not.toContain('forged');
    expect((await send(own())).status).toBe(303);
  });

  it('answers what is not there, and what is too much, with a page', async () => {
    const { cookie } = world.ada;
    for (const path of [
      '/desk/nothing',
      '/desk/cases/0',
      '/desk/cases/abc',
      '/desk/cases/999999',
    ]) {
      const reply = await ask(path, { headers: { cookie } });
      expect({ path, status: reply.status }).toEqual({ path, status: 404 });
      expect(reply.headers.get('content-type')).toContain('text/html');
    }
    const long = { text: 'x'.repeat(20_000) };
    const reply = await form('/desk/cases/1/note', long, { ...own(), cookie });
    expect(reply.status).toBe(413);
    expect((await ask('/desk/cases?cursor=abc', { headers: { cookie } })).status).toBe(400);
  });
});
