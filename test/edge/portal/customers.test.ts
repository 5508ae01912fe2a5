import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPage, hostileName } from '../../support/portal-page.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
let stranger: PortalVisitor;
const email = 'folake@example.ng';
const phoneNumber = '+2348031112233';

beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  const other = await world.api.otherMerchant('Stranger Shop');
  stranger = await world.person({ merchantId: other.merchant.merchantId });
});
afterAll(() => world?.stop());

const findings = (checkoutId: string) =>
  world.api.query<{ detail: Record<string, string>; action: string }>(
    `select detail, action from finding where kind = 'ERASURE_ASKED' and subject = $1`,
    [checkoutId],
  );

describe('a customer', () => {
  it('is all orders of an e-mail address, or of a phone number', async () => {
    const first = (await world.api.initiated({ email, phoneNumber })).reference;
    const second = (await world.api.initiated({ email, phoneNumber })).reference;
    const other = (await world.api.initiated()).reference;
    for (const query of [
      ...[`email=${email}`, `email=${email.toUpperCase()}`, `phoneNumber=08031112233`],
      `phoneNumber=${encodeURIComponent(phoneNumber)}&email=`,
    ]) {
      const page = await owner.see(`/customers?${query}`);
      expectPage(page);
      for (const reference of [first, second]) expect(page.text, query).toContain(reference);
      expect(page.text).not.toContain(other);
      expect((await stranger.see(`/customers?${query}`)).text).toContain(
        'No order has this customer',
      );
    }
    for (const bad of ['email=x', 'phoneNumber=12', 'email=%00', `email=${'a'.repeat(300)}@b.ng`]) {
      const { status } = await owner.see(`/customers?${bad}`);
      expect([bad, status]).toEqual([bad, bad.includes('%00') ? 200 : 400]);
    }
  });

  it('is asked to be erased: operators have a finding that names an order and nobody', async () => {
    const { reference, reply } = await world.api.initiated({ email: 'gone@example.ng' });
    const asked = { email: 'Gone@example.ng', phoneNumber: '', reason: hostileName };
    const ways = await Promise.all([1, 2].map(() => owner.send('/customers/erase', asked)));
    expect(ways.map(({ status }) => status)).toEqual([303, 303]);
    const page = await owner.see(ways[0]?.location ?? '');
    expectPage(page);
    expect(page.text).toMatch(new RegExp(`Customer of order Asked Now ${reference} .* waits`));
    const found = await findings(String(reply.data.checkoutId));
    expect(found).toEqual([
      {
        action: 'ATTENTION',
        detail: { merchantId: world.merchantId, paymentReference: reference, knownBy: 'EMAIL' },
      },
    ]);
    const again = await owner.send('/customers/erase', asked);
    expect(again.location).toBe('/customers?done=ASKED_BEFORE');
    const audit = await world.api.query(
      `select reason, after from audit_entry where action = 'payer.ask-erasure' and person_id = $1`,
      [owner.personId],
    );
    expect(audit).toEqual([{ reason: hostileName, after: { paymentReference: reference } }]);
    expect((await stranger.see('/customers')).text).not.toContain(reference);
    expect((await stranger.send('/customers/erase', asked)).status).toBe(404);
  });

  it('is not asked about without a reason, an address, or the right', async () => {
    for (const fields of [
      ...[{ email, reason: '' }, { email, reason: 'x'.repeat(501) }, { reason: 'asked' }],
      ...[
        { email: 'x', reason: 'asked' },
        { phoneNumber: '1', reason: 'asked' },
      ],
    ]) {
      expect((await owner.send('/customers/erase', fields)).status).toBe(400);
    }
    const support = await world.person({ role: 'support' });
    expect((await support.send('/customers/erase', { email, reason: 'x' })).status).toBe(403);
    expect((await support.see(`/customers?email=${email}`)).text).not.toContain(
      'wants to be erased',
    );
    const none = await owner.send('/customers/erase', { email: 'no@example.ng', reason: 'x' });
    expect(none.status).toBe(404);
  });
});
