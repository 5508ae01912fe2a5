import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeenPage } from '../../support/desk-visitor.js';
import { bookDue } from '../../support/due-merchant.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
let second: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  second = await world.person({ name: 'Bola Ade', role: 'finance' });
  await world.joinedAgo(owner, '2 days');
  await world.joinedAgo(second, '2 days');
});
afterAll(() => world?.stop());

const accounts = '/settlements/accounts';
const send = (to: string, fields: Record<string, string | string[]> = {}, by = owner) =>
  by.send(to, { once: randomBytes(16).toString('base64url'), ...fields });

async function follow(sent: SeenPage, by = owner): Promise<SeenPage> {
  expect(sent.status).toBe(303);
  return by.see(sent.location ?? '');
}

const proposalIn = ({ html }: SeenPage) => /proposals\/(acp_\w+)\/withdraw/.exec(html)?.[1] ?? '';
const active = (merchantId = world.merchantId) =>
  world.api.query<{ account_number: string; is_default: boolean }>(
    `select account_number, is_default from settlement_account where merchant_id = $1 and status = 'ACTIVE' order by created_at`,
    [merchantId],
  );

describe('settlements at the portal', () => {
  it('say why nothing comes yet, and show the calendar', async () => {
    const shop = await world.api.otherMerchant('Unpaid Shop');
    const { merchantId } = shop.merchant;
    await world.api.query('delete from settlement_account_change where merchant_id = $1', [
      merchantId,
    ]);
    await world.api.query('delete from settlement_account where merchant_id = $1', [merchantId]);
    const person = await world.person({ merchantId });
    const page = await person.see('/settlements');
    expect(page.status).toBe(200);
    expect(page.text).toContain('There is no account to pay into');
    expect(page.text).toContain('No settlement yet');
    expect(page.html).toContain('<table class="calendar">');
    expect((await person.see(accounts)).text).toContain('nothing can be paid to you');
  });

  it('are asked for once, read line by line, and saved as CSV and PDF', async () => {
    await bookDue((sql, values) => world.api.query(sql, values), world.merchantId, 1_000_000);
    expect((await owner.see('/settlements')).text).toContain('Pay out now');
    const once = randomBytes(16).toString('base64url');
    const sent = await Promise.all(
      [1, 2].map(() => owner.send('/settlements/pay', { once, amount: '5,000' })),
    );
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    const to = sent[0]?.location ?? '';
    const page = await owner.see(to);
    expect(page.text).toContain('It is on its way');
    expect(page.text).toContain('₦5,000.00');
    const one = to.split('?')[0] ?? '';
    const csv = await owner.see(`${one}/statement?format=csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const pdf = await owner.see(`${one}/statement?format=pdf`);
    expect(pdf.html.startsWith('%PDF')).toBe(true);
    const period = await owner.see(
      '/settlements/statement?from=2026-01-01&to=2026-12-31&format=csv',
    );
    expect(period.headers.get('content-type')).toContain('text/csv');
    expect((await owner.see('/settlements/statement?from=x&to=2026-12-31')).status).toBe(400);
    const shop = await world.api.otherMerchant('Peeking Shop');
    const spy = await world.person({ merchantId: shop.merchant.merchantId });
    for (const end of ['', '/statement?format=csv', '/statement?format=pdf']) {
      expect((await spy.see(`${one}${end}`)).status).toBe(404);
    }
    const tooMuch = await send('/settlements/pay', { amount: '9,000,000' });
    expect(tooMuch.status).toBeGreaterThanOrEqual(400);
    expect(tooMuch.text).toContain('Pay out now');
  });

  it('are files that keep no place when the audit cannot be written', async () => {
    // What is booked now is on a statement some seconds later, so the days are over.
    const period = '/settlements/statement?from=2026-10-01&to=2026-10-31&format=csv';
    const before = await owner.see(period);
    expect(before.status).toBe(200);
    await world.api.query(
      `alter table audit_entry add constraint no_files check (action <> 'file.export') not valid`,
    );
    for (let times = 0; times < 5; times += 1) {
      expect((await owner.see(period)).status).toBe(500);
    }
    await world.api.query('alter table audit_entry drop constraint no_files');
    expect(await owner.see(period)).toMatchObject({ status: 200, html: before.html });
  });

  it('are not paid out by somebody who only reads, or has not proven to be the person', async () => {
    const viewer = await world.person({ role: 'viewer' });
    expect((await send('/settlements/pay', {}, viewer)).status).toBe(403);
    const stale = await world.person({ isFresh: false });
    expect((await send('/settlements/pay', {}, stale)).location).toMatch(/^\/confirm-it-is-you/);
  });
});

describe('an account to be paid into', () => {
  it('is changed by one person, until the merchant asks for two', async () => {
    const before = (await active()).length;
    const added = await follow(
      await send(accounts, { accountNumber: '1123456789', bankCode: '000013' }),
    );
    expect(added.text).toContain('Done. Your contacts are told by e-mail');
    expect(await active()).toHaveLength(before + 1);
    const viewer = await world.person({ role: 'viewer' });
    const masked = await viewer.see(accounts);
    expect(masked.html).not.toContain('1123456789');
    expect(masked.html).toContain('******6789');
    expect((await owner.see(accounts)).html).toContain('1123456789');
    expect((await send(accounts, { accountNumber: '12', bankCode: '000013' })).status).toBe(400);
    // Who has seen whole numbers stands in the audit, and who has seen masked ones does not.
    const readers = await world.api.query<{ person_id: string }>(
      `select distinct person_id from audit_entry where merchant_id = $1 and action = 'account.read'`,
      [world.merchantId],
    );
    expect(readers.map((each) => each.person_id)).toContain(owner.personId);
    expect(readers.map((each) => each.person_id)).not.toContain(viewer.personId);
    const stale = await world.person({ isFresh: false });
    expect((await send(`${accounts}/by-two`, { wanted: 'yes' }, stale)).location).toMatch(
      /^\/confirm/,
    );
  });

  it('takes two people from then on, and a key changes nothing any more', async () => {
    await follow(await send(`${accounts}/by-two`, { wanted: 'yes' }));
    const before = await active();
    const byKey = await world.api.merchant.post('/api/v1/settlement/accounts', {
      ...{ accountNumber: '2123456789', bankCode: '000013' },
    });
    expect(byKey).toMatchObject({ status: 403, data: { reason: 'OPERATION_NOT_PERMITTED' } });
    const proposed = await follow(
      await send(accounts, { accountNumber: '3123456789', bankCode: '000013' }),
    );
    expect(proposed.text).toContain('Proposed. Another person must confirm it');
    expect(await active()).toEqual(before);
    const proposalId = proposalIn(proposed);
    const own = await send(`${accounts}/proposals/${proposalId}/confirm`);
    expect(own.text).toContain('Another person must confirm it than the one who proposed it');
    expect(await active()).toEqual(before);
    const shop = await world.api.otherMerchant('Account Thief');
    const thief = await world.person({ merchantId: shop.merchant.merchantId });
    for (const end of ['confirm', 'withdraw']) {
      expect((await send(`${accounts}/proposals/${proposalId}/${end}`, {}, thief)).status).toBe(
        404,
      );
    }
    const fresh = await world.person({ role: 'finance' });
    await world.joinedAgo(fresh, '23 hours');
    const tooNew = await send(`${accounts}/proposals/${proposalId}/confirm`, {}, fresh);
    expect(tooNew.text).toContain('One of you two joined less than a day ago');
    // Nor does it help that the new one proposes, and the one who was here before confirms.
    const theirs = proposalIn(
      await follow(
        await send(accounts, { accountNumber: '3123456780', bankCode: '000013' }, fresh),
        fresh,
      ),
    );
    const byOwner = await send(`${accounts}/proposals/${theirs}/confirm`);
    expect(byOwner.text).toContain('One of you two joined less than a day ago');
    expect((await send(`${accounts}/proposals/${theirs}/withdraw`)).status).toBe(303);
    expect(await active()).toEqual(before);
    const confirmed = await Promise.all(
      [1, 2, 3].map(() => send(`${accounts}/proposals/${proposalId}/confirm`, {}, second)),
    );
    expect(confirmed.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await active()).toHaveLength(before.length + 1);
    const [entry] = await world.api.query(
      `select actor, partner, person_id from audit_entry where merchant_id = $1 and action = 'settlement-account.registered'
        order by audit_id desc limit 1`,
      [world.merchantId],
    );
    expect(entry).toEqual({ actor: 'Bola Ade', partner: 'Ngozi Obi', person_id: second.personId });
  });

  it('is removed and chosen by two, and one is enough again only when two say so', async () => {
    const page = await owner.see(accounts);
    const removable = /accounts\/(sta_\w+)\/remove/.exec(page.html)?.[1] ?? '';
    const before = (await active()).length;
    const proposed = await follow(await send(`${accounts}/${removable}/remove`));
    expect(await active()).toHaveLength(before);
    await follow(await send(`${accounts}/proposals/${proposalIn(proposed)}/withdraw`));
    expect((await owner.see(accounts)).text).not.toContain('Waits for a second person');
    const alone = await follow(await send(`${accounts}/by-two`, { wanted: 'no' }));
    const again = await follow(await send(`${accounts}/by-two`, { wanted: 'no' }));
    expect(proposalIn(again)).toBe(proposalIn(alone));
    expect((await owner.see(accounts)).text).toContain('Each change takes two of your people');
    await follow(
      await send(`${accounts}/proposals/${proposalIn(alone)}/confirm`, {}, second),
      second,
    );
    expect((await owner.see(accounts)).text).toContain('One person can change accounts alone');
  });

  it('of another merchant is not there', async () => {
    const shop = await world.api.otherMerchant('Account Spy');
    const spy = await world.person({ merchantId: shop.merchant.merchantId });
    const [own] = await world.api.query<{ id: string }>(
      `select settlement_account_id as id from settlement_account where merchant_id = $1 and status = 'ACTIVE' limit 1`,
      [world.merchantId],
    );
    for (const end of ['default', 'remove']) {
      expect((await send(`${accounts}/${own?.id}/${end}`, {}, spy)).status).toBe(404);
    }
  });
});
