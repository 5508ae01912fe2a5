import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { base, cancelled, deliveries, WebhookWorld, soon, untilStatus } from './webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await WebhookWorld.start();
});
afterAll(() => world?.stop());

describe('POST /webhooks/deliveries/{id}/redeliver', () => {
  it('sends the same event once more, as a delivery of its own', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Again Shop 1', receiver);
    await cancelled(merchant);
    await untilStatus(merchant, 'DELIVERED');
    const [original] = await deliveries(merchant);
    const again = () =>
      merchant.send('POST', `${base}/deliveries/${original?.deliveryId}/redeliver`);
    const reply = await again();
    expect(reply).toMatchObject({
      status: 200,
      data: { redeliveryOf: original?.deliveryId, isNew: true },
    });
    await untilStatus(merchant, 'DELIVERED', 2);
    const [first, second] = receiver.requests;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const { data } = await merchant.get(`${base}/events/${original?.eventId}`);
    expect(data.deliveries).toMatchObject([
      { deliveryId: reply.data.deliveryId, redeliveryOf: original?.deliveryId },
      { deliveryId: original?.deliveryId, redeliveryOf: null },
    ]);
  });

  it('is refused while the endpoint is off', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Again Shop 2', receiver);
    await cancelled(merchant);
    await untilStatus(merchant, 'DELIVERED');
    const [original] = await deliveries(merchant);
    await world.set(merchant.merchant.merchantId, 'DISABLED');
    expect(
      await merchant.post(`${base}/deliveries/${original?.deliveryId}/redeliver`, {}),
    ).toMatchObject({ status: 409, code: '12', data: { reason: 'WEBHOOK_ENDPOINT_INACTIVE' } });
    const now = new Date().toISOString();
    expect(await merchant.post(`${base}/replay`, { from: now, to: now })).toMatchObject({
      status: 409,
      data: { reason: 'WEBHOOK_ENDPOINT_INACTIVE' },
    });
  });
});

describe('POST /webhooks/replay', () => {
  const range = () => ({
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  });

  it('brings what was missed while an endpoint was down, each once and in order', async () => {
    await using receiver = await WebhookReceiver.start(() => 500);
    const merchant = await world.listening('Replay Shop 1', receiver);
    const references = [];
    for (let n = 0; n < 6; n += 1) references.push(await cancelled(merchant));
    await untilStatus(merchant, 'RETRYING', 6);
    await world.dead(merchant.merchant.merchantId);
    receiver.answer = () => 200;
    receiver.requests.length = 0;
    const asked = await merchant.post(`${base}/replay`, range());
    expect(asked.status).toBe(202);
    await untilStatus(merchant, 'DELIVERED', 6);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toHaveLength(6);
    const told = receiver.requests.map(({ body }) => JSON.parse(body).data.paymentReference);
    expect(new Set(told)).toEqual(new Set(references));
  });

  it('is one at a time, and the same request names the one that runs', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Replay Shop 2', receiver);
    const body = { ...range(), onlyFailed: false };
    // One that runs. No worker knows of it, and for a minute none finds that it stands still.
    const [row] = await world.api.query<{ replay_id: string }>(
      `insert into webhook_replay (replay_id, merchant_id, since, before, only_failed, moved_at)
       values ('rpl_01KAJ3Y5T2QH7M8N9P0R1S2T3V', $1, $2, $3::timestamptz + interval '1 millisecond', false,
               now() + interval '1 minute')
       returning replay_id`,
      [merchant.merchant.merchantId, body.from, body.to],
    );
    const same = await merchant.post(`${base}/replay`, body);
    expect(same).toMatchObject({ status: 202, code: '00', data: { replayId: row?.replay_id } });
    await world.api.query('update webhook_replay set moved_at = now() where replay_id = $1', [
      row?.replay_id,
    ]);
    await vi.waitFor(async () => {
      expect((await merchant.get(`${base}/replay/${row?.replay_id}`)).data.status).toBe('DONE');
    }, soon);
    await world.api.query(
      `update webhook_replay set status = 'RUNNING', moved_at = now() + interval '1 minute' where merchant_id = $1`,
      [merchant.merchant.merchantId],
    );
    expect(await merchant.post(`${base}/replay`, { ...body, onlyFailed: true })).toMatchObject({
      status: 409,
      code: '12',
      data: { reason: 'REPLAY_IN_PROGRESS', replayId: row?.replay_id },
    });
  });

  it.each([
    [{}, ['from', 'to']],
    [{ from: '2020-01-01', to: '2020-01-02' }, ['from']],
    [{ from: new Date().toISOString(), to: '2020-01-02' }, ['to']],
    [{ ...range(), eventTypes: ['webhook.test'] }, ['eventTypes']],
    [{ ...range(), eventTypes: [] }, ['eventTypes']],
    [{ ...range(), onlyFailed: 'true' }, ['onlyFailed']],
    [{ ...range(), status: 'DEAD' }, ['status']],
  ])('refuses %j', async (body, fields) => {
    const reply = await world.api.merchant.post(`${base}/replay`, body);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect((reply.data.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });

  it('knows its own replays only', async () => {
    const unknown = `${base}/replay/rpl_01KAJ3Y5T2QH7M8N9P0R1S2T3W`;
    expect((await world.api.merchant.get(unknown)).status).toBe(404);
    expect((await world.api.merchant.get(`${base}/replay/1`)).status).toBe(400);
  });
});
