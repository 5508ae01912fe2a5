import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtDocument } from '../../../scripts/stack/build.ts';
import { type Role, roles } from '../../../src/operators/people/permissions.js';
import { mayByHand, rolesByHand } from '../../support/role-permissions.js';
import { type DeskPage, deskPages } from '../../support/desk-pages.js';
import { type DeskClient, DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

/** Those about people, written by hand as well. */
const ofPeople: Readonly<Record<string, string>> = {
  'GET /ops/v1/me': 'self:write',
  'POST /ops/v1/me/password': 'self:write',
  'GET /ops/v1/operators': 'operators:read',
  'GET /ops/v1/operators/{operatorId}': 'operators:read',
  'POST /ops/v1/operators': 'operators:write',
  'POST /ops/v1/operators/{operatorId}/role': 'operators:write',
  'POST /ops/v1/operators/{operatorId}/disable': 'operators:write',
  'POST /ops/v1/operators/{operatorId}/enable': 'operators:write',
  'POST /ops/v1/operators/{operatorId}/reset-second-factor': 'operators:write',
  'GET /ops/v1/sessions': 'self:write',
  'POST /ops/v1/sessions/{sessionId}/end': 'self:write',
  'GET /ops/v1/tokens': 'self:write',
  'POST /ops/v1/tokens': 'operators:write',
  'POST /ops/v1/tokens/{tokenId}/end': 'self:write',
  'GET /ops/v1/audit': 'audit:read',
  'POST /ops/v1/cases/{number}/decisions': 'cases:decide',
  'POST /ops/v1/cases/{number}/confirm': 'cases:decide',
  'POST /ops/v1/cases/{number}/notes': 'cases:note',
  'POST /ops/v1/journals': 'journals:write',
  'POST /ops/v1/payers/erase': 'payers:erase',
  'POST /ops/v1/journals/{proposalId}/confirm': 'journals:write',
};

interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
}

/** Every route of the operators' API, with the permission that its document tells. */
function documented(): Route[] {
  const { paths } = JSON.parse(readFileSync(builtDocument('operators'), 'utf8')) as {
    paths: Record<string, Record<string, { security?: { operator?: string[] }[] }>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      ...{ method: method.toUpperCase(), path },
      permission: security?.[0]?.operator?.[0] ?? '',
    })),
  );
}

const routes = documented();
let world: DeskWorld<TestEdge>;
let people: ReadonlyMap<Role, DeskClient>;
beforeAll(async () => {
  world = await DeskWorld.edge();
  const made = roles.map(
    async (role) => [role, await world.operator(`Role ${role}`, role)] as const,
  );
  people = new Map(await Promise.all(made));
});
afterAll(() => world?.stop());

/** Ids that belong to nothing: what is allowed is then not found, or not valid. */
const filledIn = (path: string): string =>
  path
    .replace(/(\{|:)number\}?/, '999999')
    .replace(/(\{|:)operatorId\}?/, 'opr_01KA0000000000000000000000')
    .replaceAll(/(\{\w+\}|:\w+)/g, 'nothing');

describe('the operators’ API', () => {
  it('names a permission on every route: one that reads on what is read, one that writes elsewhere', () => {
    expect(routes.length).toBeGreaterThan(20);
    for (const { method, path, permission } of routes) {
      expect(Object.keys(rolesByHand), `${method} ${path}`).toContain(permission);
      const reads = permission.endsWith(':read') || permission === 'self:write';
      if (method === 'GET') expect({ path, permission, reads }).toMatchObject({ reads: true });
      else expect(permission.endsWith(':read'), `${method} ${path}`).toBe(false);
    }
    const told = routes.map(({ method, path, permission }) => [`${method} ${path}`, permission]);
    expect(Object.fromEntries(told)).toMatchObject(ofPeople);
  });

  it.each(roles)('lets the role %s do what the table says, and nothing else', async (role) => {
    const token = people.get(role)?.token ?? '';
    for (const { method, path, permission } of routes) {
      const reply = await fetch(`${world.desk.baseUrl}${filledIn(path)}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      });
      const { data } = (await reply.json()) as { data: { reason?: string } };
      const isRefused = reply.status === 403 && data.reason === 'PERMISSION_MISSING';
      expect({ method, path, isRefused }).toEqual({
        method,
        path,
        isRefused: !mayByHand(role, permission),
      });
      expect(reply.status, `${method} ${path}`).not.toBe(401);
      expect(reply.status, `${method} ${path}`).toBeLessThan(500);
    }
  });

  it('knows an Idempotency-Key wherever it changes something', async () => {
    const headers = (role: Role) => ({
      authorization: `Bearer ${people.get(role)?.token ?? ''}`,
      ...{ 'content-type': 'application/json', 'idempotency-key': 'a b' },
    });
    for (const { method, path, permission } of routes.filter((each) => each.method !== 'GET')) {
      const role = roles.find((each) => mayByHand(each, permission)) ?? 'viewer';
      const call = { method, headers: headers(role), body: '{}' };
      const reply = await fetch(`${world.desk.baseUrl}${filledIn(path)}`, call);
      expect({ method, path, status: reply.status, ...(await reply.json()) }).toMatchObject({
        status: 400,
        data: { errors: [{ field: 'Idempotency-Key', rule: 'pattern' }] },
      });
    }
  });

  it('is closed to who has no token, whatever the route', async () => {
    for (const { method, path } of routes) {
      const reply = await fetch(`${world.desk.baseUrl}${filledIn(path)}`, { method });
      expect({ method, path, status: reply.status }).toEqual({ method, path, status: 401 });
    }
  });

  it('lets a token do no more than its own role, nor than its operator’s', async () => {
    const { operatorId } = (await world.ada.get('/me')).data;
    const [viewer, finance] = [
      await world.operators.token(operatorId, 'viewer'),
      await world.operators.token(operatorId, 'finance'),
    ];
    const audit = (token: string) =>
      fetch(`${world.desk.baseUrl}/ops/v1/audit`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await audit(viewer)).status).toBe(403);
    expect((await audit(finance)).status).toBe(200);
    // A role that the operator has lost is not in an old token either.
    const person = await world.operators.join('Once Finance', 'finance');
    const old = await world.operators.token(person.operatorId);
    expect((await audit(old)).status).toBe(200);
    await world.ada.post(`/operators/${person.operatorId}/role`, {
      role: 'viewer',
      reason: 'moved',
    });
    expect((await audit(old)).status).toBe(403);
  });
});

describe('the desk', () => {
  /** What is there before anybody is signed in. */
  const open = ['GET /', 'GET /desk/sign-in', 'POST /desk/sign-in', 'POST /desk/sign-out'].concat(
    ...['GET /desk/join/:link', 'POST /desk/join/:link'],
  );
  const nameOf = ({ method, path }: DeskPage): string =>
    `${method} ${path.replace(/(?<=.)\/$/, '')}`;
  let pages: readonly DeskPage[];
  beforeAll(async () => {
    pages = await deskPages();
  });

  it('names a permission on every page and form but those of signing in', () => {
    const unnamed = pages.filter(({ permission }) => permission === undefined);
    expect(unnamed.map(nameOf).toSorted()).toEqual(open.toSorted());
    expect(pages.length).toBeGreaterThan(25);
    for (const { method, path, permission = 'self:write' } of pages) {
      if (method === 'POST') expect(permission.endsWith(':read'), path).toBe(false);
    }
  });

  const ask = ({ method, path }: DeskPage, cookie: string) =>
    fetch(`${world.desk.baseUrl}${filledIn(path)}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        ...(method === 'POST' && {
          origin: world.desk.baseUrl,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      },
      ...(method === 'POST' && { body: '' }),
    });

  it.each(roles)('lets the role %s do what the table says, and nothing else', async (role) => {
    const cookie = people.get(role)?.cookie ?? '';
    for (const page of pages) {
      if (page.permission === undefined) continue;
      const reply = await ask(page, cookie);
      const text = await reply.text();
      const isRefused = reply.status === 403 && text.includes('lacks the permission');
      const name = nameOf(page);
      expect({ name, isRefused }).toEqual({ name, isRefused: !mayByHand(role, page.permission) });
      expect(reply.status, name).not.toBe(401);
      expect(reply.status, name).toBeLessThan(500);
    }
  });

  it('asks who is not signed in to sign in, whatever the page', async () => {
    for (const page of pages) {
      if (page.permission === undefined) continue;
      expect({ page, status: (await ask(page, '')).status }).toEqual({ page, status: 401 });
    }
  });
});
