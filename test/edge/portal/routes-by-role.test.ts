import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formKeyOf } from '../../../src/people/session-secret.js';
import { addPortalRoutes } from '../../../src/pages/portal/portal-routes.js';
import type { PortalPorts } from '../../../src/pages/portal/portal-ports.js';
import type { PortalRoute } from '../../../src/pages/portal/portal-route.js';
import { type MerchantRole, merchantRoleNames } from '../../../src/people/rights.js';
import { type PortalParts, portalTable } from '../../../src/programs/portal-pages.js';
import { rightsByHand } from '../../support/portal-rights.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

/** What is there before anybody is signed in. */
const openPaths = [
  ...['GET /sign-in', 'POST /sign-in', 'POST /sign-in/passkey', 'POST /sign-in/passkey/ask'],
  ...['GET /forgot-password', 'POST /forgot-password'],
  ...['GET /forgot-password/:link', 'POST /forgot-password/:link'],
  ...['GET /invitation/:link', 'POST /invitation/:link', 'GET /sandbox/:link'],
  ...['GET /*', 'POST /*'],
];

// Ports are asked for when a page is, and none is.
const nothing: object = new Proxy(() => nothing, { get: () => nothing });
const table = portalTable(nothing as PortalParts);
const nameOf = ({ method, path }: PortalRoute): string => `${method} ${path}`;

let world: PortalWorld;
let people: ReadonlyMap<MerchantRole, PortalVisitor>;
beforeAll(async () => {
  world = await PortalWorld.edge(['refunds:destination', 'transactions:pii']);
  const made = merchantRoleNames.map(
    async (role) => [role, await world.person({ role, name: `The ${role}` })] as const,
  );
  people = new Map(await Promise.all(made));
});
afterAll(() => world?.stop());

/** Ids that belong to nothing: what is allowed is then not found, or not valid. */
const filledIn = (path: string): string => path.replaceAll(/:\w+/g, 'nothing');
/** These end the session that asks. */
const endsSession = new Set(['POST /sign-out', 'POST /profile/sessions/end-others']);
/** What people do to their own sessions whatever becomes of the merchant. */
const ownWhileSuspended = /^POST \/(profile\/sessions|confirm-it-is-you)/;

describe('the table of the portal', () => {
  it('has all routes but those for people who are not signed in', async () => {
    const app = fastify();
    const seen: string[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') seen.push(`${each} ${url}`);
    });
    addPortalRoutes(app, nothing as PortalPorts, table);
    await app.ready();
    await app.close();
    expect(seen.toSorted()).toEqual([...openPaths, ...table.map(nameOf)].toSorted());
  });

  it('refuses a route that is no row', async () => {
    const app = fastify();
    addPortalRoutes(app, nothing as PortalPorts, [
      { ...{ method: 'GET', path: '/x' }, right: undefined as never, handler: () => ({ to: '/' }) },
    ]);
    await expect(app.ready()).rejects.toThrow('names no right');
  });

  it('asks for a fresh proof before each dangerous form', () => {
    const dangerous = /^POST \/(team|developers\/keys|profile\/(passkeys|app|recovery-codes))/;
    for (const route of table.filter((each) => dangerous.test(nameOf(each)))) {
      expect({ name: nameOf(route), fresh: route.fresh }).toMatchObject({ fresh: true });
    }
  });
});

describe('every route', () => {
  it.each(merchantRoleNames)('lets the role %s do what the table says', async (role) => {
    const visitor = people.get(role) as PortalVisitor;
    for (const route of table) {
      const name = nameOf(route);
      if (endsSession.has(name)) continue;
      const path = filledIn(route.path);
      const page = await (route.method === 'GET' ? visitor.see(path) : visitor.send(path));
      const isRefused = page.status === 403 && page.text.includes('lacks the right');
      const mayDo =
        route.right === 'self' || (rightsByHand[role] ?? '').split(' ').includes(route.right);
      expect({ name, isRefused }).toEqual({ name, isRefused: !mayDo });
      expect(page.status, `${name}: ${page.text}`).toBeLessThan(500);
    }
  });

  it('asks who is not signed in to sign in', async () => {
    const nobody = world.visitor();
    for (const route of table) {
      const path = filledIn(route.path);
      const page = await (route.method === 'GET' ? nobody.see(path) : nobody.send(path));
      expect(page, nameOf(route)).toMatchObject({ status: 303 });
      expect(page.location, nameOf(route)).toMatch(/^\/sign-in\?to=/);
    }
  });

  it('takes no form from another site, with the key of the session or without', async () => {
    const { secret } = people.get('owner') as PortalVisitor;
    for (const route of table.filter(({ method }) => method === 'POST')) {
      for (const origin of [
        'https://evil.example',
        'null',
        `${world.portal.baseUrl}.evil.example`,
      ]) {
        const { status } = await fetch(`${world.portal.baseUrl}${filledIn(route.path)}`, {
          ...{ method: 'POST', redirect: 'manual', body: `formKey=${formKeyOf(secret)}` },
          headers: {
            ...{ origin, cookie: `manilla-portal=${secret}` },
            'content-type': 'application/x-www-form-urlencoded',
          },
        });
        expect([nameOf(route), origin, status]).toEqual([nameOf(route), origin, 403]);
      }
    }
  });

  it('changes nothing for people of a suspended merchant, and shows them all pages', async () => {
    const shop = await world.api.otherMerchant('Suspended Shop', [
      ...['refunds:destination', 'transactions:pii'],
    ] as never);
    const { merchantId } = shop.merchant;
    const visitor = await world.person({ merchantId });
    await world.api.query(`update merchant set status = 'SUSPENDED' where merchant_id = $1`, [
      merchantId,
    ]);
    for (const route of table.filter(({ method }) => method === 'POST')) {
      if (endsSession.has(nameOf(route))) continue;
      const { text } = await visitor.send(filledIn(route.path));
      const isRefused = text.includes('Your business is suspended: you can read and export');
      const isOwn = ownWhileSuspended.test(nameOf(route));
      expect([nameOf(route), isRefused]).toEqual([nameOf(route), !isOwn]);
    }
    for (const { path } of table.filter(
      ({ method, path: at }) => method === 'GET' && !at.includes(':'),
    )) {
      const { text } = await visitor.see(path);
      expect([path, text.includes('you can read and export, and change')]).toEqual([path, false]);
    }
  });

  it('takes no form without the key of the session', async () => {
    const visitor = people.get('owner') as PortalVisitor;
    for (const route of table.filter(({ method }) => method === 'POST')) {
      const page = await visitor.send(filledIn(route.path), { formKey: 'another' });
      expect(page.status, nameOf(route)).toBe(403);
      expect(page.text, nameOf(route)).toContain('not one of this sign-in');
    }
  });
});
