import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf, mintOperatorToken } from '../../../src/operators/operator-token.js';
import { DeskWorld } from '../../support/desk-world.js';
import { startDesk } from '../../support/stack.js';

describe('the desk’s session', () => {
  let world: DeskWorld;
  beforeAll(async () => {
    world = await DeskWorld.start();
  });
  afterAll(() => world?.stop());

  const at = (path: string) => `${world.desk.baseUrl}${path}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(at(path), { redirect: 'manual', ...init });
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const own = () => ({ origin: world.desk.baseUrl });

  async function signIn(token: string, to = '/desk'): Promise<{ reply: Response; cookie: string }> {
    const reply = await form('/desk/sign-in', { token, to }, own());
    return { reply, cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  it('is a cookie that no script reads and no other site sends, for twelve hours', async () => {
    const { reply, cookie } = await signIn(world.ada.token);
    expect(reply.status).toBe(303);
    const [, ...flags] = (reply.headers.get('set-cookie') ?? '').split('; ');
    expect(flags).toEqual(['Max-Age=43200', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
    expect(cookie).not.toContain(world.ada.token);
    const page = await ask('/desk', { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('goes over TLS only where the desk is reached by https', async () => {
    const { env } = world.api.manilla;
    const desk = await startDesk({
      DATABASE_URL: env.DATABASE_URL,
      MANILLA_DESK_URL: 'https://desk.example.ng',
    });
    try {
      const reply = await fetch(`${desk.baseUrl}/desk/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: desk.baseUrl,
        },
        body: new URLSearchParams({ token: world.ada.token }).toString(),
      });
      expect(reply.headers.get('set-cookie')).toMatch(
        /^__Host-manilla-desk=.*; Path=\/;.*; Secure$/,
      );
      expect(reply.headers.get('strict-transport-security')).toBeTruthy();
    } finally {
      await desk.stop();
    }
  });

  it('is opened by a valid token alone, and leads nowhere else', async () => {
    for (const token of ['', 'mop_x', mintOperatorToken()]) {
      const { reply, cookie } = await signIn(token);
      expect({ status: reply.status, cookie }).toEqual({ status: 401, cookie: '' });
    }
    for (const to of ['https://evil.example/', '//evil.example', '/desk/../../x y', '/other']) {
      const { reply } = await signIn(world.ada.token, to);
      expect(reply.headers.get('location')).toBe('/desk');
    }
    const { reply } = await signIn(world.ada.token, '/desk/cases/7?done=noted');
    expect(reply.headers.get('location')).toBe('/desk/cases/7?done=noted');
  });

  it('ends by sign-out, and at once with its token', async () => {
    const first = await signIn(world.ada.token);
    const out = await form('/desk/sign-out', {}, { ...own(), cookie: first.cookie });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ask('/desk', { headers: { cookie: first.cookie } })).status).toBe(401);
    const token = mintOperatorToken();
    const tomorrow = new Date(Date.now() + 86_400_000);
    const tokenId = await world.operators.addToken('Dayo', hashOf(token), tomorrow);
    const { cookie } = await signIn(token);
    expect((await ask('/desk', { headers: { cookie } })).status).toBe(200);
    await world.operators.revoke(tokenId);
    expect((await ask('/desk', { headers: { cookie } })).status).toBe(401);
  });

  it('takes forms from its own pages only', async () => {
    const { cookie } = await signIn(world.ada.token);
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
    const { cookie } = await signIn(world.ada.token);
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
    expect((await ask('/desk?cursor=abc', { headers: { cookie } })).status).toBe(400);
  });
});
