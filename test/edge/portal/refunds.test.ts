import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refundOrigins, refundStatuses } from '../../../src/domain/refund-state.js';
import { hiddenIn } from '../../support/desk-visitor.js';
import { accountHeldBy } from '../../support/same-holder.js';
import { expectPage, hostileName } from '../../support/portal-page.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
let second: PortalVisitor;
let stranger: PortalVisitor;

beforeAll(async () => {
  world = await PortalWorld.edge(['refunds:destination']);
  owner = await world.person();
  second = await world.person({ name: 'Bola Ade', role: 'operations' });
  const other = await world.api.otherMerchant('Stranger Shop', ['refunds:destination']);
  stranger = await world.person({ merchantId: other.merchant.merchantId });
  // The fee of a payment is kept: only who has more than one can refund one whole.
  for (let n = 0; n < 4; n += 1) await world.api.paid();
});
afterAll(() => world?.stop());

async function paidTransaction(): Promise<{ reference: string; transaction: string }> {
  const { reference } = await world.api.paid();
  const { data } = await world.api.merchant.query(reference);
  return { reference, transaction: String(data.transaction.transactionReference) };
}

const formOf = (transaction: string, more: Readonly<Record<string, string>> = {}) =>
  `/refunds/new?${new URLSearchParams({ transaction, ...more }).toString()}`;

/** Fills the form in and looks at what will be done: the fields of the form that does it. */
async function checked(
  by: PortalVisitor,
  transaction: string,
  amount: string,
  reason = 'Sold out',
) {
  const page = await by.see(formOf(transaction, { amount, reason, check: '1' }));
  expectPage(page);
  const names = ['transaction', 'amountMinor', 'reason', 'refundReference'];
  const fields = Object.fromEntries(names.map((name) => [name, hiddenIn(page.html, name)]));
  return { page, fields };
}

const refundsOf = async (reference: string) =>
  (await world.api.merchant.get(`/api/v1/refunds?reference=${reference}`)).data.items as {
    amount: number;
    status: string;
    refundReference: string;
  }[];

describe('a refund', () => {
  it('is made of a part and then of the rest, with the sum that is left', async () => {
    const { reference, transaction } = await paidTransaction();
    const form = await owner.see(formOf(transaction));
    expectPage(form);
    expect(form.text).toContain('Can still be refunded ₦10,000.00');
    const { page, fields } = await checked(owner, transaction, '1,500.50', hostileName);
    expect(page.text).toMatch(
      /₦1,500\.50 will go back to the customer\. ₦8,499\.50 of the payment/,
    );
    expect(page.html).not.toContain('<img');
    const first = await owner.send('/refunds', fields);
    const at = `/refunds/${fields['refundReference']}?done=refunded`;
    expect(first).toMatchObject({ status: 303, location: at });
    expectPage(await owner.see(at));
    const whole = await checked(owner, transaction, '');
    expect(whole.page.text).toContain('₦8,499.50 will go back');
    await owner.send('/refunds', whole.fields);
    await world.api.untilRefund(String(fields['refundReference']), 'SUCCESSFUL');
    expect((await refundsOf(reference)).map(({ amount }) => amount)).toEqual([849_950, 150_050]);
    expect((await owner.see(formOf(transaction))).text).toContain('can be refunded now');
    expect((await owner.see(`/payments/${reference}`)).text).toContain('Refunded by you');
  });

  it('is one refund, however often its form is sent', async () => {
    const { reference, transaction } = await paidTransaction();
    const { fields } = await checked(owner, transaction, '100');
    const all = await Promise.all([1, 2, 3].map(() => owner.send('/refunds', fields)));
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await refundsOf(reference)).toHaveLength(1);
    // Another amount under the same form is another refund, which the form is not.
    const other = await owner.send('/refunds', { ...fields, amountMinor: '20000' });
    expect(other.status).toBe(409);
    expect(await refundsOf(reference)).toHaveLength(1);
  });

  it('says what is wrong with an amount or a reason, and keeps what was written', async () => {
    const { transaction } = await paidTransaction();
    for (const [amount, reason] of [
      ...[
        ['0', 'x'],
        ['-1', 'x'],
        ['1,5', 'x'],
        ['10000.01', 'x'],
        ['1e3', 'x'],
        ['10', ''],
      ],
      ...[
        ['10', 'a'.repeat(201)],
        ['10', '4111 1111 1111 1111'],
        ['99999999999999999', 'x'],
      ],
    ] as [string, string][]) {
      const page = await owner.see(formOf(transaction, { amount, reason, check: '1' }));
      expect([amount, reason, page.status >= 400 && page.status < 500]).toEqual([
        amount,
        reason,
        true,
      ]);
      expect(page.html).toContain('role="alert"');
      expect(page.html).toContain(`value="${amount}"`);
    }
    expectPage(await owner.see(formOf(transaction, { amount: '10000', reason: 'x', check: '1' })));
    for (const amountMinor of ['0', '-5', '1.5', '', '1000001', '99999999999999999999']) {
      const { fields } = await checked(owner, transaction, '1');
      const { status } = await owner.send('/refunds', { ...fields, amountMinor });
      expect([amountMinor, status >= 400 && status < 500]).toEqual([amountMinor, true]);
    }
  });

  it('is nobody’s who has another merchant, and nobody’s who lacks the right', async () => {
    const { transaction, reference } = await paidTransaction();
    const { fields } = await checked(owner, transaction, '1');
    expect((await stranger.see(formOf(transaction))).status).toBe(404);
    expect((await stranger.send('/refunds', fields)).status).toBe(404);
    for (const role of ['support', 'viewer', 'finance', 'developer'] as const) {
      const person = await world.person({ role });
      expect((await person.see(formOf(transaction))).status).toBe(403);
      expect((await person.send('/refunds', fields)).status).toBe(403);
    }
    for (const odd of ['', 'txn_1', '../..', 'txn_01KA0000000000000000000000']) {
      expect((await owner.see(formOf(odd))).status).toBe(404);
    }
    await owner.send('/refunds', fields);
    expect(await refundsOf(reference)).toHaveLength(1);
    const at = `/refunds/${fields['refundReference']}`;
    expect((await stranger.see(at)).status).toBe(404);
    expect((await stranger.see('/refunds')).text).not.toContain(fields['refundReference']);
    expect((await stranger.see('/refunds.csv')).html).not.toContain(fields['refundReference']);
  });

  it('is found by every value of every filter, and saved as a file', async () => {
    for (const status of refundStatuses) expectPage(await owner.see(`/refunds?status=${status}`));
    for (const origin of refundOrigins) expectPage(await owner.see(`/refunds?origin=${origin}`));
    const { reference, transaction } = await paidTransaction();
    const { fields } = await checked(owner, transaction, '1');
    await owner.send('/refunds', fields);
    for (const q of [`reference=${reference}`, `reference=${transaction}`, 'origin=MERCHANT']) {
      expect((await owner.see(`/refunds?${q}`)).text).toContain(fields['refundReference']);
    }
    expect((await owner.see('/refunds?status=DONE')).status).toBe(400);
    expect((await owner.see(`/refunds.csv?reference=${reference}`)).html).toContain(
      'END,1,COMPLETE',
    );
  });
});

describe('a refund that needs another account', () => {
  it('is given one by a person who has just proven who it is', async () => {
    const accountNumber = accountHeldBy('ADA OBI', '000013');
    const closed = '5550002222';
    const { bank } = world.api;
    await bank.misbehave({ on: 'name-enquiry', account: closed, answer: '07' });
    const checkout = await world.api.awaitingPayment();
    await bank.payInward({
      ...{ accountNumber: checkout.accountNumber, amount: checkout.amount },
      source: { accountNumber: closed, accountName: 'Obi, Ada' },
    });
    await world.api.until(checkout.reference, 'SUCCESSFUL');
    const { data } = await world.api.merchant.query(checkout.reference);
    const transaction = String(data.transaction.transactionReference);
    const { fields } = await checked(owner, transaction, '2000');
    await owner.send('/refunds', fields);
    const at = `/refunds/${fields['refundReference']}`;
    await expect
      .poll(async () => (await owner.see(at)).text, { timeout: 30_000 })
      .toContain('Name another account');
    expect((await owner.see('/')).text).toContain('1 refund needs another account');
    const stale = await world.person({ isFresh: false });
    const asked = await stale.send(`${at}/account`, { accountNumber: '1', bankCode: '058' });
    expect(asked).toMatchObject({
      status: 303,
      location: expect.stringContaining('/confirm-it-is-you'),
    });
    const wrong = await owner.send(`${at}/account`, { accountNumber: '12', bankCode: '058' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('value="12"');
    expect((await stranger.send(`${at}/account`, { accountNumber, bankCode: '058' })).status).toBe(
      404,
    );
    const given = await owner.send(`${at}/account`, { accountNumber, bankCode: '058' });
    expect(given).toMatchObject({ status: 303, location: `${at}?done=account` });
    const after = await owner.see(at);
    expect(after.text).toContain(`******${accountNumber.slice(-4)}`);
    expect(after.html).not.toContain(accountNumber);
  });
});

describe('what is asked before a large refund', () => {
  const rule = (by: PortalVisitor, over: string, asks: string) =>
    by.send('/refunds/rule', { over, asks });

  it('is nothing at first, and set by whoever may write settings', async () => {
    expect((await owner.see('/refunds/rule')).text).toContain('refunds any amount');
    expect((await rule(second, '100', 'TWO')).status).toBe(403);
    const stale = await world.person({ isFresh: false });
    expect((await rule(stale, '100', 'TWO')).location).toContain('/confirm-it-is-you');
    for (const [over, asks] of [
      ['x', 'TWO'],
      ['', 'TWO'],
      ['100', 'THREE'],
      ['-1', 'FRESH'],
    ]) {
      expect((await rule(owner, over ?? '', asks ?? '')).status).toBe(400);
    }
  });

  it('is a fresh proof, above the amount and not at it', async () => {
    expect((await rule(owner, '500', 'FRESH')).location).toBe('/refunds/rule?done=now');
    const { reference, transaction } = await paidTransaction();
    const stale = await world.person({ isFresh: false });
    const above = await stale.send(
      '/refunds',
      (await checked(stale, transaction, '500.01')).fields,
    );
    expect(above.status).toBe(303);
    const to = new URL(above.location ?? '', 'http://portal').searchParams.get('to') ?? '';
    expect(to).toMatch(
      /^\/refunds\/new\?transaction=txn_\w+&amount=500\.01&reason=Sold\+out&check=1$/,
    );
    expect(await refundsOf(reference)).toHaveLength(0);
    const at = await stale.send('/refunds', (await checked(stale, transaction, '500')).fields);
    expect(at.location).toContain('/refunds/rfp_');
    await owner.send('/refunds', (await checked(owner, transaction, '500.01')).fields);
    expect(await refundsOf(reference)).toHaveLength(2);
  });

  it('is asked of many small refunds of one payment together, however fast they come', async () => {
    expect((await rule(owner, '500', 'FRESH')).location).toBe('/refunds/rule?done=now');
    const { reference, transaction } = await paidTransaction();
    const stale = await world.person({ isFresh: false });
    const forms = await Promise.all(
      Array.from({ length: 6 }, async () => (await checked(stale, transaction, '200')).fields),
    );
    const all = await Promise.all(forms.map((fields) => stale.send('/refunds', fields)));
    const made = all.filter(({ location }) => location?.startsWith('/refunds/rfp_'));
    expect(made).toHaveLength(2);
    expect(await refundsOf(reference)).toHaveLength(2);
  });

  it('is another person: nobody alone, nobody of another merchant, and once', async () => {
    expect((await rule(owner, '500', 'TWO')).location).toBe('/refunds/rule?done=now');
    const { reference, transaction } = await paidTransaction();
    await world.api.query(
      `insert into message_channel (channel, sender) values ('EMAIL', 'log') on conflict do nothing`,
    );
    // Who has never signed up is sent no mail.
    await world.api.query(`update person set password_hash = 'any' where merchant_id = $1`, [
      world.merchantId,
    ]);
    const { fields } = await checked(owner, transaction, '600', hostileName);
    const proposed = await Promise.all([1, 2].map(() => owner.send('/refunds', fields)));
    expect(proposed.map(({ location }) => location)).toEqual([
      ...['/refunds?done=proposed', '/refunds?done=proposed'],
    ]);
    // Asked by e-mail, once: everybody who may confirm it, but for who has asked.
    const told = await world.api.query<{ personId: string; role: string }>(
      `select p.person_id as "personId", p.role from message m join person p on p.person_id = m.person
        where m.kind = 'CONFIRMATION_ASKED' and m.merchant_id = $1`,
      [world.merchantId],
    );
    const ids = told.map(({ personId }) => personId);
    expect(ids).toContain(second.personId);
    expect(ids).not.toContain(owner.personId);
    expect(new Set(ids).size).toBe(ids.length);
    await world.api.query('delete from message_channel');
    const own = await owner.see('/refunds');
    expectPage(own);
    expect(own.text).toMatch(/₦600\.00 of order .* You asked for it/);
    expect(own.html).not.toContain('<img');
    const path = `/refunds/proposals/${fields['refundReference']}`;
    const alone = await owner.send(`${path}/confirm`);
    expect(alone.status).toBe(403);
    expect(alone.text).toContain('Another person must confirm it.');
    expect((await stranger.send(`${path}/confirm`)).status).toBe(404);
    expect((await stranger.send(`${path}/withdraw`)).status).toBe(404);
    expect((await stranger.see('/refunds')).text).not.toContain('₦600.00');
    expect(await refundsOf(reference)).toHaveLength(0);
    // Who takes over one person of a team invites another one first.
    for (const [asks, confirms] of [
      ['23 hours', '25 hours'],
      ['25 hours', '23 hours'],
    ] as const) {
      await world.joinedAgo(owner, asks);
      await world.joinedAgo(second, confirms);
      expect((await second.send(`${path}/confirm`)).text).toContain('joined less than a day ago');
    }
    await world.joinedAgo(second, '25 hours');
    const both = await Promise.all([1, 2].map(() => second.send(`${path}/confirm`)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await refundsOf(reference)).toMatchObject([
      { amount: 60_000, refundReference: fields['refundReference'] },
    ]);
    expect((await second.send(`${path}/withdraw`)).status).toBe(409);
    const audit = await world.api.query(
      `select action, actor, partner from audit_entry where subject = $1 order by audit_id`,
      [fields['refundReference']],
    );
    expect(audit).toMatchObject([
      { action: 'refund.propose', actor: 'Ngozi Obi' },
      { action: 'refund.confirm', actor: 'Bola Ade', partner: 'Ngozi Obi' },
    ]);
  });

  it('is called off by either, and what cannot be refunded waits again', async () => {
    const { reference, transaction } = await paidTransaction();
    const { fields } = await checked(owner, transaction, '700');
    await owner.send('/refunds', fields);
    const path = `/refunds/proposals/${fields['refundReference']}`;
    expect((await owner.send(`${path}/withdraw`)).location).toBe('/refunds?done=withdrawn');
    expect((await second.send(`${path}/confirm`)).status).toBe(409);
    const large = await checked(owner, transaction, '9900');
    await owner.send('/refunds', large.fields);
    const small = await checked(owner, transaction, '200');
    await owner.send('/refunds', small.fields);
    const confirm = `/refunds/proposals/${large.fields['refundReference']}/confirm`;
    const refused = await second.send(confirm);
    expect(refused.status).toBe(400);
    expect((await second.see('/refunds')).text).toContain('₦9,900.00 of order');
    expect(await refundsOf(reference)).toHaveLength(1);
  });

  it('becomes weaker only after a day when two are asked, and stricter at once', async () => {
    expect((await rule(owner, '400', 'TWO')).location).toBe('/refunds/rule?done=now');
    for (const [over, asks] of [
      ['400.01', 'TWO'],
      ['0', 'FRESH'],
      ['', 'NOTHING'],
    ]) {
      expect((await rule(owner, over ?? '', asks ?? '')).location).toBe('/refunds/rule?done=later');
    }
    const page = await owner.see('/refunds/rule');
    expectPage(page);
    expect(page.text).toMatch(/Above ₦400\.00 another person.*From \d{4}-.*nothing more is asked/);
    const { reference, transaction } = await paidTransaction();
    await owner.send('/refunds', (await checked(owner, transaction, '401')).fields);
    expect(await refundsOf(reference)).toHaveLength(0);
    await world.api.query(`update refund_rule set holds_from = holds_from - interval '25 hours'`);
    await owner.send('/refunds', (await checked(owner, transaction, '401')).fields);
    expect(await refundsOf(reference)).toHaveLength(1);
  });
});
