import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inject } from 'vitest';
import { hookKeysOf } from '../../../../../support/key-sets.js';
import { SimulatorCardRail } from '../../../../../../src/providers/simulator/card.adapter.js';
import { SimulatorWorld } from '../simulator-world.js';

let world: SimulatorWorld;
let rail: SimulatorCardRail;
beforeAll(async () => {
  world = await SimulatorWorld.start();
  const keys = hookKeysOf(inject('stack').env);
  rail = new SimulatorCardRail({ url: world.program.baseUrl, keys, timeoutMs: 10_000 });
});
afterAll(async () => {
  await rail?.close();
  await world?.[Symbol.asyncDispose]();
});
beforeEach(() => world.control.reset());

const asked = { amountMinor: 1_000_000n, currency: 'NGN' };
let charges = 0;

/** Charges, and returns the charge's id. */
async function charged(token = 'card_approved', amountMinor = 1_000_000n): Promise<string> {
  charges += 1;
  const chargeId = `att_${process.pid}_${charges}`;
  await rail.charge({ chargeId, token, amountMinor, currency: 'NGN', returnUrl: null });
  return chargeId;
}

async function control(path: string, body: object = {}): Promise<Record<string, unknown>> {
  const reply = await fetch(`${world.program.baseUrl}/control/acquirer/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { httpStatus: reply.status, ...((await reply.json()) as object) };
}

function lastReported(): unknown {
  const told = world.hooks.requests.filter(({ path }) => path.endsWith('/card-event')).at(-1);
  expect(told?.isGenuine).toBe(true);
  return JSON.parse(told?.body ?? '{}');
}

describe('the acquirer', () => {
  it('keeps its charges when its process is gone', async () => {
    const chargeId = await charged();
    await world.crash();
    expect((await rail.query(chargeId, asked)).outcome).toBe('APPROVED');
  });

  it('pays us what it charged, less its fee, and tells us so', async () => {
    await charged();
    await charged('card_declined_51');
    const chargeId = await charged('card_approved', 500_000n);
    await rail.refund({ refundId: 'rfd_000001', chargeId, amountMinor: 100_000n, currency: 'NGN' });
    const paid = await control('settlements');
    expect(paid).toMatchObject({ gross: 1_400_000, fee: 21_000, net: 1_379_000 });
    expect(lastReported()).toMatchObject({
      eventId: paid['settlementId'],
      kind: 'SETTLEMENT',
      settlementId: paid['settlementId'],
      amount: 1_400_000,
      fee: 21_000,
    });
    expect((await world.control.statement()).balance).toBe(1_379_000);
    expect(await control('settlements')).toMatchObject({ httpStatus: 409 });
  });

  it('opens a chargeback and ends it one way', async () => {
    const chargeId = await charged();
    const evidenceDueAt = '2026-11-27T14:00:00.000Z';
    const asked = { chargeId, amount: 400_000, reason: 'Fraud', evidenceDueAt };
    const opened = await control('chargebacks', asked);
    expect(lastReported()).toMatchObject({
      kind: 'CHARGEBACK_OPENED',
      chargeId,
      chargebackId: `cbk-${String(opened['number'])}`,
      amount: 400_000,
      reason: 'Fraud',
      evidenceDueAt,
    });
    expect(await control('chargebacks', { chargeId, amount: 600_001 })).toMatchObject({
      httpStatus: 409,
    });
    const path = `chargebacks/${String(opened['number'])}`;
    expect(await control(`${path}/lost`)).toMatchObject({ status: 'LOST' });
    expect(lastReported()).toMatchObject({ kind: 'CHARGEBACK_LOST', amount: 400_000 });
    expect(await control(`${path}/won`)).toMatchObject({ httpStatus: 409 });
    expect(await control('settlements')).toMatchObject({ gross: 600_000 });
  });

  it('takes a charge back before it is settled, and not after', async () => {
    const chargeId = await charged();
    await control(`charges/${chargeId}/reverse`);
    expect(lastReported()).toMatchObject({ kind: 'REVERSAL', chargeId, amount: 1_000_000 });
    expect(await control('settlements')).toMatchObject({ httpStatus: 409 });
    const settled = await charged();
    await control('settlements');
    expect(await control(`charges/${settled}/reverse`)).toMatchObject({ httpStatus: 409 });
  });

  it('shows the payer a page, takes the third wrong password for a decline, and tells us', async () => {
    const chargeId = await charged('card_otp');
    const { action } = await rail.query(chargeId, asked);
    const page = await (await fetch(action?.url ?? '')).text();
    expect(page).toContain('₦10,000.00');
    const approve = () =>
      fetch(`${action?.url}/approve`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'otp=111111',
      });
    for (let tries = 0; tries < 3; tries += 1) await approve();
    expect(await rail.query(chargeId, asked)).toMatchObject({ outcome: 'DECLINED', code: '55' });
    expect(lastReported()).toMatchObject({ kind: 'CHARGE', chargeId });
  });
});
