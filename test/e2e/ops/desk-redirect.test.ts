import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  /** A refund whose payer's account is closed, and its case. */
  async function strandedRefund(closed: string) {
    const { api } = world;
    for (let i = 0; i < 2; i += 1) await api.paid();
    const checkout = await api.awaitingPayment();
    await api.bank.misbehave({ on: 'name-enquiry', account: closed, answer: '07' });
    await api.bank.payInward({
      accountNumber: checkout.accountNumber,
      amount: checkout.amount,
      source: { accountNumber: closed, accountName: 'Obi, Ada' },
    });
    await api.until(checkout.reference, 'SUCCESSFUL');
    const body = { refundReference: `RFD-${closed}`, reason: 'Sold out', amount: 200_000 };
    await api.merchant.refund(checkout.reference, body);
    const statusOf = async () =>
      String((await api.merchant.get(`/api/v1/refunds/${body.refundReference}`)).data.status);
    await expect.poll(statusOf, { timeout: 30_000 }).toBe('NEEDS_ACCOUNT');
    const [refund] = await api.query<{ refund_id: string }>(
      'select refund_id from refund where refund_reference = $1',
      [body.refundReference],
    );
    const subject = refund?.refund_id ?? '';
    const number = await world.caseOf(subject);
    return { number, subject, statusOf };
  }

  it('goes to another account of the payer when two operators say so', async () => {
    const { number, subject, statusOf } = await strandedRefund('5550002222');
    const accountNumber = accountHeldBy('ADA OBI', bankCode);
    const wish = { decision: 'redirect', accountNumber, bankCode, ...because };
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data.decisions.at(-1)).toMatchObject({
      ...{ decision: 'redirect', needsAccount: true, asksForPartner: true },
      updateName: null,
    });
    const stranger = accountHeldBy('ADA OBI', bankCode, false);
    const refusals: [object, number, string][] = [
      [{ decision: 'redirect', ...because }, 400, 'VALIDATION_FAILED'],
      [{ ...wish, accountNumber: stranger }, 400, 'ACCOUNT_NAME_MISMATCH'],
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
    expect(await statusOf()).not.toBe('NEEDS_ACCOUNT');
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
