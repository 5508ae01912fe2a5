import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../../support/api-client.js';
import { hiddenIn, type SeenPage } from '../../support/desk-visitor.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
});
afterAll(() => world?.stop());

const path = '/developers/keys';
const newOnce = () => randomBytes(16).toString('base64url');
const valueOf = (html: string, id: string) =>
  new RegExp(`id="${id}" value="([^"]*)"`).exec(html)?.[1] ?? '';

async function make(by: PortalVisitor, fields: Record<string, string | string[]> = {}) {
  const once = hiddenIn((await by.see(path)).html, 'once');
  return by.send(path, { once, name: 'Web shop', groups: ['payments', 'reads'], ...fields });
}

/** The tables of which a row has the text, as it is or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await world.api.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.api.query(
      `select from ${name} x where position($1 in x::text) > 0 or position($2 in x::text) > 0 limit 1`,
      [text, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function shownAfter(by: PortalVisitor, sent: SeenPage): Promise<SeenPage> {
  expect(sent.status).toBe(303);
  return by.see(sent.location ?? '');
}

describe('a key of the portal', () => {
  it('has a client id and a client secret that sign in, and the secret is shown once', async () => {
    const sent = await make(owner);
    const page = await shownAfter(owner, sent);
    const [clientId, clientSecret] = [valueOf(page.html, 'shown-0'), valueOf(page.html, 'shown-1')];
    expect(clientSecret).toMatch(/^sk_test_/);
    expect(page.text).toContain('Client id');
    expect(page.text).toContain('Client secret');
    const program = await ApiClient.authenticated(world.api.manilla.baseUrl, {
      ...world.api.manilla.merchant,
      clientId,
      clientSecret,
    });
    expect((await program.get('/api/v1/keys')).status).toBe(200);
    const reloaded = await owner.see(sent.location ?? '');
    expect(reloaded.html).not.toContain(clientSecret);
    expect(reloaded.text).toContain('not shown again');
    expect(await tablesWith(clientSecret)).toEqual([]);
  });

  it('is made once, however often its form is sent at the same time, and either answer leads to the secret', async () => {
    const once = hiddenIn((await owner.see(path)).html, 'once');
    const fields = { once, name: 'Pressed twice', groups: ['payments', 'reads'] };
    const sent = await Promise.all([1, 2, 3].map(() => owner.send(path, fields)));
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    const page = await owner.see(sent[2]?.location ?? '');
    expect(valueOf(page.html, 'shown-1')).toMatch(/^sk_test_/);
    const named = await world.api.query(
      'select from merchant_key where merchant_id = $1 and name = $2',
      [world.merchantId, 'Pressed twice'],
    );
    expect(named).toHaveLength(1);
  });

  it('shows its secret to no other session', async () => {
    const sent = await make(owner, { name: 'Not for others' });
    const other = await world.person();
    expect((await other.see(sent.location ?? '')).html).not.toContain('sk_test_');
    expect((await shownAfter(owner, sent)).html).toContain('sk_test_');
  });

  it('asks to prove again that it is the person', async () => {
    const stale = await world.person({ isFresh: false });
    const page = await stale.see(path);
    expect(page.text).toContain('First you prove that it is you');
    const sent = await stale.send(path, { once: newOnce(), name: 'Stolen', groups: 'payments' });
    expect(sent.status).toBe(303);
    expect(sent.location).toMatch(/^\/confirm-it-is-you/);
  });

  it('has no group that its maker lacks', async () => {
    const developer = await world.person({ role: 'developer' });
    const page = await developer.see(path);
    expect(page.html).toContain('value="payments"');
    expect(page.html).not.toContain('value="refunds"');
    for (const group of ['refunds', 'settlement', 'personal-data', 'settings']) {
      const refused = await make(developer, { groups: group });
      expect([group, refused.status]).toEqual([group, 403]);
    }
    expect((await make(developer)).status).toBe(303);
  });

  it('refunds to other accounts only if its maker may', async () => {
    const merchant = await world.api.otherMerchant('Granted Shop of keys', ['refunds:destination']);
    const { merchantId } = merchant.merchant;
    const rights = ['keys:read', 'keys:write', 'refunds:write', 'disputes:write'] as const;
    const lesser = await world.person({ merchantId, rights });
    expect((await make(lesser, { groups: 'refunds' })).status).toBe(403);
    const whole = await world.person({ merchantId, rights: [...rights, 'refunds:destination'] });
    expect((await make(whole, { groups: 'refunds' })).status).toBe(303);
  });

  it('tells why a form is refused, on the page that it stood on', async () => {
    const nameless = await make(owner, { name: ' ' });
    expect(nameless.status).toBe(400);
    expect(nameless.text).toContain('name must have at least 1 characters');
    expect(nameless.text).toContain('Make a key');
    const nowhere = await make(owner, { addresses: 'my office' });
    expect(nowhere.text).toContain('addresses.0 must be an address or a network');
    const noDay = await make(owner, { expiresOn: '2026-02-30' });
    expect(noDay.text).toContain('2026-02-30 is no day');
    const foreign = await owner.send(path, { name: 'x', groups: 'payments' });
    expect(foreign).toMatchObject({ status: 403 });
  });

  it('is shown as it was typed, whatever it is called', async () => {
    const name = `<script>alert('"&')</script>`;
    await shownAfter(owner, await make(owner, { name }));
    const { html, text } = await owner.see(path);
    expect(html).not.toContain('<script>alert');
    expect(text).toContain(name);
  });

  it('gets another secret beside the old one, and ends', async () => {
    const made = await shownAfter(owner, await make(owner, { name: 'Rotated' }));
    const clientId = valueOf(made.html, 'shown-0');
    const one = await owner.see(`${path}/${clientId}`);
    const once = hiddenIn(one.html, 'once');
    const rotated = await shownAfter(
      owner,
      await owner.send(`${path}/${clientId}/rotate`, { once, overlapHours: '24' }),
    );
    expect(valueOf(rotated.html, 'shown-0')).toBe(clientId);
    expect(valueOf(rotated.html, 'shown-1')).not.toBe(valueOf(made.html, 'shown-1'));
    const both = await owner.see(`${path}/${clientId}`);
    expect(both.text).toContain('Its old secret works until');
    const revoked = await owner.send(`${path}/${clientId}/revoke`, { once: newOnce() });
    expect(revoked).toMatchObject({ status: 303, location: `${path}/${clientId}?done=revoked` });
    const audit = await world.api.query<{ action: string }>(
      `select action from audit_entry where subject = $1 and actor_kind = 'PERSON' and person_id = $2 order by audit_id`,
      [clientId, owner.personId],
    );
    expect(audit.map(({ action }) => action)).toEqual(['key.create', 'key.rotate', 'key.revoke']);
  });

  it('of another merchant is not there', async () => {
    const other = await world.api.otherMerchant('Other Shop of keys');
    const { clientId } = other.merchant;
    expect((await owner.see(`${path}/${clientId}`)).status).toBe(404);
    for (const end of ['rotate', 'revoke']) {
      const sent = await owner.send(`${path}/${clientId}/${end}`, {
        once: newOnce(),
        overlapHours: '0',
        evenLast: 'yes',
      });
      expect(sent.status).toBe(404);
    }
  });
});

describe('a suspended merchant', () => {
  it('sees its keys, and makes none', async () => {
    const shop = await world.api.otherMerchant('Suspended Shop');
    const { merchantId, clientId } = shop.merchant;
    const person = await world.person({ merchantId });
    await world.api.query(`update merchant set status = 'SUSPENDED' where merchant_id = $1`, [
      merchantId,
    ]);
    const page = await person.see(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain(clientId);
    expect(page.text).not.toContain('Make the key');
    const sent = await person.send(path, { once: newOnce(), name: 'x', groups: 'payments' });
    expect(sent.status).toBe(403);
  });
});
