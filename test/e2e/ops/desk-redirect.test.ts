import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentDetails } from '../../support/history.js';
import { Operator } from './operator.js';
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
      updateName: null,
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
    expect(await world.bola.post(`/cases/${number}/confirm`)).toMatchObject({
      status: 200,
      data: { outcome: 'DECIDED', decision: 'redirect' },
    });
    // Its workflow has looked at the new account: it waits, although the merchant has no scope to name one.
    await expect
      .poll(async () => currentDetails(operator.client.workflow.getHandle(`refund/${subject}`)))
      .toContain('it waits until');
    expect(await statusOf()).toBe('REQUESTED');
    const after = await world.ada.get(`/cases/${number}`);
    expect(after.data).toMatchObject({
      status: 'CLOSED',
      payer: { accountNumber, accountName: 'ADA OBI' },
    });
    const history = after.data.history as { type: string }[];
    expect(history.find(({ type }) => type === 'DECIDED')).toMatchObject({
      ...{ type: 'DECIDED', operator: 'Ada', partner: 'Bola', decision: 'redirect', ...because },
      ...{ before: { status: 'NEEDS_ACCOUNT' }, after: { status: 'REQUESTED' } },
    });
    expect(JSON.stringify(after.data.history)).not.toContain(accountNumber);
    expect(await world.bola.post(`/cases/${number}/confirm`)).toMatchObject({ status: 409 });
    const events = await world.api.query('select * from case_event where case_number = $1', [
      number,
    ]);
    expect(
      JSON.stringify(events, (_name, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(accountNumber);
    expect(subject).toMatch(/^rfd_/);
  });
});
