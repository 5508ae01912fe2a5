import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentDetails } from '../../support/history.js';
import { Operator } from '../../support/temporal-operator.js';
import { DeskWorld } from '../../support/desk-world.js';
import { accountHeldBy } from '../../support/same-holder.js';

let world: DeskWorld;
beforeAll(async () => {
  world = await DeskWorld.start();
});
afterAll(() => world?.stop());

const because = { reason: 'the payer sent the receipt' };

describe('a refund without an account', () => {
  const bankCode = '000013';

  it('goes to another account of the payer when two operators say so', async () => {
    await using operator = new Operator(world.api.manilla);
    const { number, subject, statusOf } = await world.strandedRefund('5550002222');
    const accountNumber = accountHeldBy('ADA OBI', bankCode);
    const wish = { decision: 'redirect', accountNumber, bankCode, ...because };
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data.decisions.at(-1)).toMatchObject({
      ...{ decision: 'redirect', needsAccount: true, asksForPartner: true },
    });
    const refusals: [object, number, string][] = [
      [{ decision: 'redirect', ...because }, 400, 'VALIDATION_FAILED'],
      [{ ...wish, bankCode: '999' }, 400, 'UNKNOWN_BANK_CODE'],
      [{ ...wish, accountNumber: '9900000007' }, 400, 'DESTINATION_INVALID'],
    ];
    for (const [body, status, reason] of refusals) {
      const refused = await world.ada.post(`/cases/${number}/decisions`, body);
      expect(refused).toMatchObject({ status, data: { reason } });
    }
    expect(await world.ada.post(`/cases/${number}/decisions`, wish)).toMatchObject({
      data: { outcome: 'PROPOSED' },
    });
    // The second operator sees where the money would go, and confirms nothing else.
    const { proposal } = (await world.bola.get(`/cases/${number}`)).data;
    const shown = Object.fromEntries(
      proposal.shown.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(shown).toMatchObject({
      Amount: '₦2,000.00',
      'Account until now': expect.stringContaining('5550002222'),
      'New account': expect.stringMatching(new RegExp(`^${accountNumber}, .+ \\(${bankCode}\\)$`)),
      'Name that the bank gives': 'ADA OBI',
      'Name of the payer': 'Obi, Ada',
      'Is sent': 'not before 24 hours after the confirmation',
    });
    const page = await fetch(`${world.desk.baseUrl}/desk/cases/${number}`, {
      headers: { cookie: world.bola.cookie },
    });
    const html = await page.text();
    for (const value of [accountNumber, proposal.shownHash]) expect(html).toContain(value);
    for (const [shownHash, status] of [
      ['0'.repeat(32), 409],
      [`${proposal.shownHash}0`, 400],
    ] as const) {
      const reply = await world.bola.post(`/cases/${number}/confirm`, { shownHash });
      expect(reply.status).toBe(status);
    }
    expect(await world.bola.post(`/cases/${number}/decisions`, wish)).toMatchObject({
      status: 409,
      data: { reason: 'DECISION_REFUSED' },
    });
    // The amount is another one by now: what was seen is not what would be done.
    const setAmount =
      'update attention_case set amount_minor = amount_minor + $2 where case_number = $1';
    await world.api.query(setAmount, [number, 1]);
    expect(
      await world.bola.post(`/cases/${number}/confirm`, { shownHash: proposal.shownHash }),
    ).toMatchObject({ status: 409, data: { reason: 'PROPOSAL_CHANGED' } });
    await world.api.query(setAmount, [number, -1]);
    expect(await world.bola.confirm(`/cases/${number}`)).toMatchObject({
      status: 200,
      data: { outcome: 'DECIDED', decision: 'redirect' },
    });
    // Its workflow has looked at the new account: it waits, although the merchant has no scope to name one.
    await expect
      .poll(async () => currentDetails(operator.client.workflow.getHandle(`refund/${subject}`)))
      .toContain('it waits until');
    expect(await statusOf()).toBe('REQUESTED');
    const seen = () => world.ada.get(`/cases/${number}`);
    await expect.poll(async () => (await seen()).data.status).toBe('CLOSED');
    const after = await seen();
    expect(after.data).toMatchObject({
      status: 'CLOSED',
      payer: { accountNumber, accountName: 'ADA OBI' },
    });
    const history = after.data.history as { type: string }[];
    expect(history.find(({ type }) => type === 'DECIDED')).toMatchObject({
      ...{ type: 'DECIDED', operator: 'Ada', partner: 'Bola', decision: 'redirect', ...because },
      ...{ before: { status: 'NEEDS_ACCOUNT' }, after: { status: 'REQUESTED' } },
    });
    // The history keeps what was shown; the audit proves it, and has nothing of the payer.
    expect(history.find(({ type }) => type === 'DECIDED')).toMatchObject({ shown: proposal.shown });
    const { data: audited } = await world.ada.get(`/audit?subject=${number}&action=case.decide`);
    expect(audited.items[0].after).toMatchObject({
      shownHash: proposal.shownHash,
      'New account': expect.stringContaining(accountNumber.slice(-4)),
    });
    expect(JSON.stringify(audited)).not.toContain(accountNumber);
    expect(JSON.stringify(audited)).not.toContain('ADA OBI');
    expect(await world.bola.confirm(`/cases/${number}`)).toMatchObject({ status: 409 });
    const events = await world.api.query('select * from case_event where case_number = $1', [
      number,
    ]);
    expect(
      JSON.stringify(events, (_name, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(accountNumber);
    expect(subject).toMatch(/^rfd_/);
  });
});
