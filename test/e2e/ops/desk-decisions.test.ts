import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskClient, DeskWorld } from '../../support/desk-world.js';
import { startDesk } from '../../support/stack.js';

/** What operators decide reaches the workflow that waits. Everything else about cases is in test/edge/desk. */
let world: DeskWorld;
beforeAll(async () => {
  world = await DeskWorld.start();
});
afterAll(() => world?.stop());

/** Money for a number of nobody; by its prefix it could be the merchant's. */
async function heldCredit() {
  const creditId = await world.strayCredit(undefined, undefined, world.api.prefix);
  return { creditId, number: await world.caseOf(creditId) };
}

const resolutionOf = async (creditId: string) => {
  const rows = await world.api.query<{ resolution: string | null }>(
    'select resolution from inward_credit where credit_id = $1',
    [creditId],
  );
  return rows[0]?.resolution;
};

const because = { reason: 'the payer sent the receipt' };
/** Soon: a busy machine may not answer in the half second that its database has for it. */
async function expectReady(baseUrl: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
}

/** What happened since it was opened, the newest first. */
const typesOf = async (number: string): Promise<string[]> => {
  const { data } = await world.ada.get(`/cases/${number}`);
  return (data.history as { type: string }[]).map(({ type }) => type).slice(0, -1);
};

describe('POST /ops/v1/cases/{number}/decisions', () => {
  it('is carried out by the workflow, once', async () => {
    const { number, creditId } = await heldCredit();
    const wish = { decision: 'return', ...because };
    const key = { 'idempotency-key': `decide-${number}` };
    const first = await world.ada.post(`/cases/${number}/decisions`, wish, key);
    expect(first).toMatchObject({ status: 200, data: { outcome: 'DECIDED', decision: 'return' } });
    const again = await world.ada.post(`/cases/${number}/decisions`, wish, key);
    expect(again).toMatchObject({ status: 200, data: { outcome: 'DECIDED' } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await expect.poll(() => resolutionOf(creditId)).toBe('RETURNED');
    const seen = () => world.ada.get(`/cases/${number}`);
    await expect.poll(async () => (await seen()).data.status).toBe('CLOSED');
    const { data } = await seen();
    const decided = data.history.filter(({ type }: { type: string }) => type === 'DECIDED');
    expect(decided).toMatchObject([
      { operator: 'Ada', partner: null, decision: 'return', door: 'API', ...because },
    ]);
    const audit = await world.bola.get('/decisions?operator=Ada&size=1');
    expect(audit.data.items[0]).toMatchObject({
      ...{ caseNumber: Number(number), kind: 'CREDIT', decision: 'return', amount: 770_000 },
    });
    expect((await world.bola.get('/decisions?operator=Ada&day=2020-01-01')).data.items).toEqual([]);
  });

  it('that the workflow refuses tells its words', async () => {
    const { number } = await heldCredit();
    await world.api.query(
      `update attention_case set decisions = '{accept,release}' where case_number = $1`,
      [number],
    );
    const reply = await world.ada.post(`/cases/${number}/decisions`, {
      decision: 'release',
      ...because,
    });
    expect(reply).toMatchObject({ status: 409, data: { reason: 'DECISION_REFUSED' } });
    expect(reply.message).toContain('decision must be');
  });

  it('without a workflow is refused', async () => {
    const number = await world.plant({
      ...{ kind: 'CHECKOUT', subject: 'chk_none', reason: 'applyCredit: INTERNAL' },
      decisions: ['retry', 'cancel'],
    });
    const reply = await world.ada.post(`/cases/${number}/decisions`, {
      decision: 'retry',
      ...because,
    });
    expect(reply).toMatchObject({ status: 409, message: expect.stringContaining('has ended') });
  });
});

describe('while Temporal is away', () => {
  it('a decision is refused with a reason, nothing is written, and cases are read', async () => {
    const { number } = await heldCredit();
    const { env } = world.api.manilla;
    const desk = await startDesk({
      ...{ DATABASE_URL: env.DATABASE_URL, TEMPORAL_NAMESPACE: env.TEMPORAL_NAMESPACE },
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    });
    try {
      const ada = new DeskClient('Ada', world.ada.token, desk.baseUrl, '');
      const wish = { decision: 'return', ...because };
      const reply = await ada.post(`/cases/${number}/decisions`, wish, { 'idempotency-key': 'k' });
      expect(reply).toMatchObject({ status: 503, data: { reason: 'WORKFLOWS_UNAVAILABLE' } });
      expect(reply.headers.get('retry-after')).toBeTruthy();
      expect(await ada.get(`/cases/${number}`)).toMatchObject({
        status: 200,
        data: { status: 'OPEN', proposal: null },
      });
      expect(await typesOf(number)).toEqual([]);
      await expectReady(desk.baseUrl);
    } finally {
      await desk.stop();
    }
    // The same request, once it is back.
    const again = await world.ada.post(
      `/cases/${number}/decisions`,
      { decision: 'return', ...because },
      { 'idempotency-key': 'k' },
    );
    expect(again).toMatchObject({ status: 200, data: { outcome: 'DECIDED' } });
  });
});

it('has health and metrics of its own', async () => {
  await expectReady(world.desk.baseUrl);
  const { MANILLA_DESK_METRICS_PORT } = world.desk.env;
  const metrics = await fetch(`http://127.0.0.1:${MANILLA_DESK_METRICS_PORT}/metrics`);
  expect(await metrics.text()).toContain('manilla_http_request_seconds');
});
