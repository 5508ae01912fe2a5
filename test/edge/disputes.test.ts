import { beforeAll, describe, expect, it } from 'vitest';
import { disputedSale } from '../support/disputed-sale.js';
import { Acquirer } from '../support/scenarios/acquirer.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

/** What a card holder's bank takes back. What it does to the books is proved in test/integration/payments/cards. */
let world: ApiWorld<TestEdge>;
let acquirer: Acquirer;
beforeAll(async () => {
  world = await ApiWorld.edge();
  acquirer = new Acquirer(world.manilla.simulatorUrl);
});

const evidence = {
  explanation: 'The customer received the shoes and signed for them.',
  deliveryReference: 'GIG-1029384756',
  documents: [{ type: 'PROOF_OF_DELIVERY', url: 'https://shop.example.ng/proof.pdf' }],
};

async function disputed(evidenceDueAt?: string) {
  const { merchant, manilla } = world;
  const sale = await disputedSale(merchant, manilla.simulatorUrl, { evidenceDueAt });
  return { ...sale, path: `/api/v1/disputes/${sale.disputeId}` };
}

const statusOf = async (reference: string) => (await world.merchant.query(reference)).data.status;
const refusal = (status: number, reason: string) => ({ status, data: { reason } });

describe('a chargeback', () => {
  it('is listed with the time until which it can be answered, to its merchant alone', async () => {
    const evidenceDueAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const { reference, disputeId, path } = await disputed(evidenceDueAt);
    const { merchant } = world;
    const listed = await merchant.get(`/api/v1/disputes?status=OPENED&reference=${reference}`);
    expect(listed.data.items).toMatchObject([
      {
        ...{ disputeId, kind: 'CHARGEBACK', status: 'OPENED', reason: 'Goods not received' },
        ...{ paymentReference: reference, amount: 1_000_000, evidenceDueAt, closedAt: null },
      },
    ]);
    expect((await merchant.get(path)).data).toEqual(listed.data.items[0]);
    const recalls = await merchant.get('/api/v1/disputes?kind=RECALL&status=OPENED');
    expect(recalls.data.items).toEqual([]);
    const other = await world.otherMerchant();
    expect((await other.get('/api/v1/disputes')).data.items).toEqual([]);
    expect(await other.get(path)).toMatchObject(refusal(404, 'RESOURCE_NOT_FOUND'));
    expect(await other.send('POST', `${path}/accept`)).toMatchObject(
      refusal(404, 'RESOURCE_NOT_FOUND'),
    );
  });

  it.each([
    ['won', 'SUCCESSFUL'],
    ['lost', 'REVERSED'],
  ] as const)('that is %s leaves the order %s, however often it is told', async (how, status) => {
    const { reference, number } = await disputed();
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
    for (let times = 0; times < 2; times += 1) await acquirer.closeChargeback(number, how);
    expect(await statusOf(reference)).toBe(status);
  });

  it('that the merchant accepts takes the money back', async () => {
    const { reference, path } = await disputed();
    expect((await world.merchant.send('POST', `${path}/accept`)).status).toBe(200);
    await expect.poll(() => statusOf(reference)).toBe('REVERSED');
  });

  it('is answered once, in time, and only while it is open', async () => {
    const { merchant } = world;
    const { path, number } = await disputed();
    const sent = await merchant.post(`${path}/evidence`, evidence);
    expect(sent).toMatchObject({
      status: 200,
      data: { status: 'OPENED', answer: { type: 'EVIDENCE' }, nextActions: [] },
    });
    const again = await merchant.post(`${path}/evidence`, evidence);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    for (const reply of [
      await merchant.post(`${path}/evidence`, { ...evidence, explanation: 'Something else.' }),
      await merchant.send('POST', `${path}/accept`),
    ]) {
      expect(reply).toMatchObject(refusal(409, 'DISPUTE_ALREADY_ANSWERED'));
    }
    await expect
      .poll(async () => (await acquirer.chargeback(number)).answers)
      .toMatchObject([{ kind: 'EVIDENCE', evidence, code: '00', calls: 1 }]);

    const late = await disputed(new Date(Date.now() - 1_000).toISOString());
    expect((await merchant.get(late.path)).data.nextActions).toEqual([]);
    expect(await merchant.post(`${late.path}/evidence`, evidence)).toMatchObject(
      refusal(410, 'DISPUTE_DEADLINE_PASSED'),
    );
    await acquirer.closeChargeback(late.number, 'won');
    expect(await merchant.send('POST', `${late.path}/accept`)).toMatchObject(
      refusal(409, 'DISPUTE_NOT_OPEN'),
    );
  });

  it('has its order refunded by nobody', async () => {
    const { reference } = await disputed();
    const refund = { refundReference: `RFD-${reference}`, reason: 'Sold out' };
    expect(await world.merchant.refund(reference, refund)).toMatchObject(
      refusal(409, 'NOT_REFUNDABLE'),
    );
  });

  it.each([
    [{}, 'explanation', 'required'],
    [{ explanation: '' }, 'explanation', 'length'],
    [{ ...evidence, deliveredAt: 'yesterday' }, 'deliveredAt', 'date'],
    [
      { ...evidence, documents: [{ type: 'PHOTO', url: 'https://a.ng/b' }] },
      'documents.0.type',
      'oneOf',
    ],
    [
      { ...evidence, documents: [{ type: 'OTHER', url: 'http://a.ng/b' }] },
      'documents.0.url',
      'url',
    ],
    [{ ...evidence, documents: Array(11).fill(evidence.documents[0]) }, 'documents', 'count'],
  ])('is answered by no evidence like %j', async (body, field, rule) => {
    const path = '/api/v1/disputes/dsp_01KA0000000000000000000000/evidence';
    const reply = await world.merchant.post(path, body);
    const data = { reason: 'VALIDATION_FAILED', errors: [{ field, rule }] };
    expect(reply).toMatchObject({ status: 400, data });
  });
});
