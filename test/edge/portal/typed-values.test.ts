import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge(['refunds:destination']);
  owner = await world.person();
});
afterAll(() => world?.stop());

type Fields = Readonly<Record<string, string | readonly string[]>>;
/** The form, what is typed, and what its page shows again as HTML. */
const forms: readonly (readonly [path: string, typed: Fields, shown: readonly string[]])[] = [
  [
    '/team',
    { name: 'Kept Name', email: 'kept at shop', role: 'finance' },
    ['value="Kept Name"', 'value="kept at shop"', '<option value="finance" selected'],
  ],
  [
    '/team/roles',
    { name: 'owner', rights: ['checkout:read', 'refunds:read'] },
    ['value="owner"', 'value="refunds:read" checked'],
  ],
  [
    '/links',
    { description: '"Kept" <b>', amount: '5000,50', usage: 'ONCE', fields: 'Size *\nNote' },
    [
      ...['value="&quot;Kept&quot; &lt;b>"', 'value="5000,50"', '<option value="ONCE" selected'],
      'Size *\nNote</textarea>',
    ],
  ],
  [
    '/accounts',
    { reference: 'KEPT-1', accountName: 'Kept Name', email: 'kept' },
    ['KEPT-1', 'value="kept"'],
  ],
  ['/developers/keys', { name: 'Kept key', addresses: 'my office' }, ['Kept key', 'my office']],
  [
    '/developers/webhooks',
    { url: 'http://kept.example.ng/hook', events: ['checkout.successful'] },
    ['value="http://kept.example.ng/hook"', 'value="checkout.successful" checked'],
  ],
  [
    '/settings/page',
    { accentColor: 'kept-colour', address: 'Kept Road 1' },
    ['kept-colour', 'Kept Road 1'],
  ],
  ['/settings/messages', { replyTo: 'kept at shop', senderName: 'Kept' }, ['value="kept at shop"']],
  ['/settings/settlement', { schedule: 'T1', minimumPayout: '5000,50' }, ['value="5000,50"']],
  ['/settlements/pay', { amount: '9,000,123', narration: 'Kept words' }, ['value="9,000,123"']],
  ['/settlements/accounts', { accountNumber: '12kept', bankCode: '000013' }, ['value="12kept"']],
  ['/refunds/rule', { over: 'kept', asks: 'TWO' }, ['value="kept"']],
  [
    '/developers/sandbox/pay',
    { accountNumber: '12kept', amount: '5000,50' },
    ['12kept', '5000,50'],
  ],
  ['/customers/erase', { email: 'kept@shop.example', reason: '' }, ['value="kept@shop.example"']],
  ['/profile/passkeys', { label: 'Kept phone', passkey: '{}' }, ['value="Kept phone"']],
];

describe('a form that is refused', () => {
  it.each(forms)('%s shows again what was typed into it', async (path, typed, shown) => {
    const once = randomBytes(16).toString('base64url');
    const page = await owner.send(path, { once, ...typed });
    expect([400, 401, 402, 403, 404, 409, 422]).toContain(page.status);
    const html = page.html
      .replaceAll('checked=""', 'checked')
      .replaceAll('selected=""', 'selected');
    for (const each of shown) expect(html).toContain(each);
    // The next page of the same kind is as it was.
    expect(
      (await owner.see(path.replace(/\/(pay|page|messages|erase|passkeys|settlement)$/, ''))).html,
    ).not.toMatch(/Kept|KEPT|kept at|kept@|12kept|kept-colour|value="kept/);
  });

  it('shows neither a password nor a code again', async () => {
    const typed = {
      ...{ password: 'first secret words', newPassword: 'second secret words' },
      ...{ again: 'third secret words', code: '987654' },
    };
    const page = await owner.send('/profile/password', typed);
    expect(page.status).toBe(400);
    for (const each of Object.values(typed)) expect(page.html).not.toContain(each);
    const signIn = { email: 'kept@shop.example', password: typed.password, code: typed.code };
    const refused = await world.visitor().send('/sign-in', signIn);
    expect(refused.status).toBe(401);
    expect(refused.html).toContain('value="kept@shop.example"');
    expect(refused.html).not.toMatch(/secret words|987654/);
  });
});
