import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalRoute } from '../../../src/pages/portal/portal-route.js';
import { merchantRights } from '../../../src/people/rights.js';
import { type PortalParts, portalTable } from '../../../src/programs/portal-pages.js';
import type { SeenPage } from '../../support/desk-visitor.js';
import { newReference } from '../../support/api-client.js';
import { rowsOf, underWayOf, unknownOf } from '../../support/merchant-rows.js';
import { OperatorWorld } from '../../support/operators.js';
import { patientPool } from '../../support/patient-pool.js';
import { pathOf, portalAsks } from '../../support/portal-asks.js';
import { payerEmail, type PortalThings, portalThings } from '../../support/portal-things.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

// Ports are asked for when a page is, and none is.
const nothing: object = new Proxy(() => nothing, { get: () => nothing });
const table = portalTable(nothing as PortalParts);
const nameOf = ({ method, path }: PortalRoute): string => `${method} ${path}`;
/** They end the session that asks, so they come last. */
const endsSession = new Set(['POST /sign-out', 'POST /profile/sessions/end-others']);
const routes = [
  ...table.filter((route) => !endsSession.has(nameOf(route))),
  ...table.filter((route) => endsSession.has(nameOf(route))),
];

let world: PortalWorld;
let owner: PortalVisitor;
let things: PortalThings;
let nobodys: PortalThings;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await PortalWorld.edge(['refunds:destination', 'transactions:pii']);
  owner = await world.person({ name: 'Amaka Owner' });
  receiver = await WebhookReceiver.start();
  things = await portalThings(world, owner, receiver.url);
  nobodys = Object.fromEntries(
    Object.entries(things).map(([name, value]) => [
      name,
      name === 'email' ? 'nobody@example.ng' : unknownOf(value),
    ]),
  );
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await world?.stop();
});

function asked(visitor: PortalVisitor, route: PortalRoute, of: PortalThings): Promise<SeenPage> {
  const path = pathOf(route.path, of);
  const given = Object.entries(portalAsks[nameOf(route)] ?? {}).map(([field, value]) => [
    field,
    value.startsWith('$') ? (of[value.slice(1)] ?? '') : value,
  ]);
  const fields = Object.fromEntries(given) as Record<string, string>;
  const once = randomBytes(16).toString('base64url');
  if (route.method === 'POST') return visitor.send(path, { once, ...fields });
  const query = new URLSearchParams(fields).toString();
  return visitor.see(query === '' ? path : `${path}?${query}`);
}

/** Account numbers begin with their prefix, so that everybody knows whose it is: a refusal may say that it is another one's. */
const differs = new Set(['POST /accounts']);
/** Some forms are in order without a thing of anybody: B's own key, link or person is made. */
const namesThings = (route: PortalRoute): boolean =>
  route.path.includes(':') ||
  Object.values(portalAsks[nameOf(route)] ?? {}).some((value) => value.startsWith('$'));

/** What somebody learns from a page, but for what the person has written into the question. */
function learnt({ status, text, location }: SeenPage, of: PortalThings) {
  // The page's script is the same for everybody.
  const shown = text.slice(Math.max(text.indexOf('Skip to the page'), 0));
  const told = `${status} ${location ?? ''} ${shown}`;
  // A number of one sign stands in many words.
  const values = Object.values(of).filter(({ length }) => length >= 6);
  return values
    .flatMap((value) => [value, encodeURIComponent(value)])
    .reduce((left, value) => left.replaceAll(value, '…'), told)
    .replaceAll(/\d\d:\d\d/g, '…');
}

describe('the table of what requests can name', () => {
  it('has a row for each route of the portal, and for nothing else', () => {
    expect(Object.keys(portalAsks).toSorted()).toEqual(table.map(nameOf).toSorted());
  });

  it('names things that are there', async () => {
    expect(Object.entries(things).filter(([, value]) => !value)).toEqual([]);
    for (const route of table.filter(({ method }) => method === 'GET')) {
      const page = await asked(owner, route, things);
      // The account of an order leads to the order; a cursor is one of a list.
      const expected = nameOf(route) === 'GET /payments/held' ? 400 : 200;
      expect([nameOf(route), page.status]).toEqual([nameOf(route), expected]);
    }
    const shown = await Promise.all(
      ['/profile', '/refunds', '/settlements/accounts', '/team/roles'].map((at) => owner.see(at)),
    );
    const html = shown.map((page) => page.html).join();
    const inForms = [
      'sessionId',
      'passkeyId',
      'refundProposal',
      'accountProposal',
      'accountId',
      'roleId',
    ];
    for (const name of inForms) {
      expect([name, html.includes(things[name] ?? '-')]).toEqual([name, true]);
    }
  });
});

/** A merchant's rows, once nothing of it is under way any more. */
async function rowsAtRest(): Promise<Record<string, string>> {
  await expect.poll(() => underWayOf(world.api, world.merchantId), { timeout: 45_000 }).toEqual([]);
  return rowsOf(world.api, world.merchantId);
}

describe('every address and form of merchant A', () => {
  it('is answered to merchant B as one of nobody, and changes nothing', async () => {
    const before = await rowsAtRest();
    const b = await world.api.otherMerchant('Shop B', [
      'refunds:destination',
      'transactions:pii',
    ] as never);
    const stranger = await world.person({ merchantId: b.merchant.merchantId, name: 'Tunde B' });
    for (const route of routes) {
      const name = nameOf(route);
      const theirs = learnt(await asked(stranger, route, things), things);
      if (namesThings(route) && !differs.has(name) && !endsSession.has(name)) {
        const unknown = learnt(await asked(stranger, route, nobodys), nobodys);
        expect.soft([name, theirs]).toEqual([name, unknown]);
        if (route.path.includes(':'))
          expect([name, theirs]).toEqual([name, expect.stringMatching(/^40[034] /)]);
      }
      expect.soft(theirs, name).not.toMatch(/Amaka|Shirts/);
    }
    expect(await rowsOf(world.api, world.merchantId)).toEqual(before);
  });

  it.each(['nobody', 'an operator'])('is answered to %s by the way to sign in', async (who) => {
    const before = await rowsAtRest();
    const secret = who === 'nobody' ? '' : await operatorsSecret();
    const visitor = world.visitor(secret);
    for (const route of routes) {
      const page = await asked(visitor, route, things);
      expect([nameOf(route), page.status]).toEqual([nameOf(route), 303]);
      expect(page.location, nameOf(route)).toMatch(/^\/sign-in\?to=/);
    }
    expect(await rowsOf(world.api, world.merchantId)).toEqual(before);
  });

  it('is answered to no other method', async () => {
    const before = await rowsAtRest();
    const paths = [...new Set(table.map(({ path }) => path))];
    for (const path of paths) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
        const answer = await fetch(`${world.portal.baseUrl}${pathOf(path, things)}`, {
          ...{ method, redirect: 'manual' },
          headers: { cookie: `manilla-portal=${method === 'HEAD' ? '' : owner.secret}` },
        });
        const isRead =
          method === 'HEAD' && table.some((route) => route.path === path && route.method === 'GET');
        expect([method, path, isRead ? [303] : [404, 405]]).toEqual([
          ...[method, path],
          expect.arrayContaining([answer.status]),
        ]);
      }
    }
    expect(await rowsOf(world.api, world.merchantId)).toEqual(before);
  });
});

describe('what the owner of merchant A sees', () => {
  const pages = routes.filter(({ method }) => method === 'GET');

  it('has no link that leads nowhere', async () => {
    const links = new Map<string, string>();
    const dead: string[] = [];
    for (const route of pages) {
      const { html } = await asked(owner, route, things);
      for (const [, to = ''] of html.matchAll(/href="(\/[^"#]*)"/g))
        links.set(to.replaceAll('&amp;', '&'), nameOf(route));
    }
    expect(links.size).toBeGreaterThan(pages.length);
    for (const [to, from] of links) {
      const { status } = await owner.see(to);
      if (status !== 200 && status !== 303) dead.push(`${from}: ${to}`);
    }
    expect(dead).toEqual([]);
  });

  it('has no payer’s whole name for somebody without the right, whatever other rights there are', async () => {
    const rights = merchantRights.filter((right) => right !== 'accounts:read');
    const blind = await world.person({ rights });
    const shows: string[] = [];
    // The page of events has examples, with names that nobody has.
    for (const route of pages.filter(({ path }) => path !== '/developers/events')) {
      const page = await asked(blind, route, things);
      expect([nameOf(route), page.status === 403]).toEqual([nameOf(route), false]);
      // The second is the name of the account that has paid, as its bank writes it.
      if (/Amaka[ ,]+Payer|Payer[ ,]+Amaka/i.test(page.html) || page.html.includes('ADA OBI'))
        shows.push(nameOf(route));
      const isTyped = Object.values(portalAsks[nameOf(route)] ?? {}).includes('$email');
      if (!isTyped && page.html.includes(payerEmail)) shows.push(nameOf(route));
    }
    expect(shows).toEqual([]);
  });

  it('is in the audit when it has a payer’s whole account number', async () => {
    const [credit] = await world.api.query<{ sender: string; accountNumber: string }>(
      `select source ->> 'accountNumber' as sender, account_number as "accountNumber" from inward_credit where credit_id = $1`,
      [things['credit']],
    );
    const reader = await world.person({ name: 'Reading Owner' });
    const noted = async () =>
      (
        await world.api.query(
          `select from audit_entry where person_id = $1 and action = 'account.read'`,
          [reader.personId],
        )
      ).length;
    const shows: string[] = [];
    const paidInto = { ...things, accountNumber: credit?.accountNumber ?? '' };
    for (const route of pages) {
      const before = await noted();
      const { html } = await asked(reader, route, paidInto);
      if (!html.includes(credit?.sender ?? '-')) continue;
      shows.push(route.path);
      expect([nameOf(route), await noted()]).toEqual([nameOf(route), before + 1]);
    }
    expect(shows).toEqual(
      expect.arrayContaining([
        '/payments/:reference',
        '/payments/to/:accountNumber',
        '/refunds/new',
      ]),
    );
  });

  it('has no text with NUL, which is refused wherever it comes', async () => {
    const before = { ...(await rowsAtRest()), audit_entry: 'what was read and exported' };
    for (const route of routes) {
      for (const parameter of route.path.match(/:\w+/g) ?? []) {
        const at = pathOf(route.path.replace(parameter, '%00'), things);
        const page = route.method === 'GET' ? await owner.see(at) : await owner.send(at);
        expect([route.method, at, page.status]).toEqual([route.method, at, 404]);
      }
      for (const field of Object.keys(portalAsks[nameOf(route)] ?? {})) {
        const at = pathOf(route.path, things);
        const isRead = route.method === 'GET';
        const { status } = isRead
          ? await owner.see(`${at}?${field}=a%00`)
          : await owner.send(at, { [field]: 'a\0' });
        const isWell = isRead ? status < 500 : status === 400;
        expect([nameOf(route), field, status, isWell]).toEqual([
          ...[nameOf(route), field, status, true],
        ]);
      }
    }
    for (const [at, field] of [
      ['/sign-in', 'email'],
      ['/sign-in/passkey', 'passkey'],
      ['/forgot-password', 'email'],
    ] as const) {
      const page = await world.visitor().send(at, { [field]: 'a\0' });
      expect([at, page.status]).toEqual([at, 400]);
    }
    const { audit_entry } = before;
    expect({ ...(await rowsAtRest()), audit_entry }).toEqual(before);
  });
});

/** The session of somebody who is signed in at the operators' desk. */
async function operatorsSecret(): Promise<string> {
  const { database, env } = world.api.manilla;
  const pool = patientPool(database.appUrl, { max: 1, applicationName: 'test' });
  const operators = new OperatorWorld(pool, env['MANILLA_SEAL_KEY'] ?? '');
  const cookie = await operators.cookie(await operators.join(`Ada ${newReference()}`));
  await pool.end();
  return cookie.split('=')[1] ?? '';
}
