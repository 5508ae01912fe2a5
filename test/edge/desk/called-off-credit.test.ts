import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  world = await DeskWorld.edge();
});
afterAll(() => world?.stop());

const because = { reason: 'asked the merchant' };

/** Money that came after its account's window, is held by the policy, and whose order the merchant then calls off. */
async function calledOff(): Promise<{ creditId: string; number: string }> {
  const { api } = world;
  const { reference, accountNumber, amount } = await api.awaitingPayment({
    policies: { late: 'HOLD', onAccountExpiry: 'REISSUE' },
  });
  // Longer ago than the grace that money on its way has.
  await api.query(
    `update virtual_account set created_at = now() - interval '40 minutes', expires_at = now() - interval '10 minutes'
      where account_number = $1`,
    [accountNumber],
  );
  const { sessionId } = await api.bank.payInward({ accountNumber, amount, askName: false });
  const [credit] = await api.query<{ credit_id: string }>(
    'select credit_id from inward_credit where session_id = $1',
    [sessionId],
  );
  const creditId = credit?.credit_id ?? '';
  const number = await world.caseOf(creditId);
  const { data } = await world.ada.get(`/cases/${number}`);
  expect(data).toMatchObject({ reason: 'HELD: LATE' });
  expect(namesOf(data)).toEqual(['accept', 'return', 'keep', 'retry']);
  expect((await api.merchant.cancel(reference)).status).toBe(200);
  return { creditId, number };
}

const namesOf = (data: { decisions: { decision: string }[] }): string[] =>
  data.decisions.map(({ decision }) => decision);

async function resolutionOf(creditId: string): Promise<string | undefined> {
  const [row] = await world.api.query<{ resolution: string | null }>(
    'select resolution from inward_credit where credit_id = $1',
    [creditId],
  );
  return row?.resolution ?? undefined;
}

describe('late money that is held, and whose order is called off meanwhile', () => {
  it.each([
    ['return', 'RETURNED'],
    ['keep', 'KEPT'],
  ])('is not accepted, and says why; %s decides it', async (decision, resolution) => {
    const { creditId, number } = await calledOff();
    const shown = await world.ada.get(`/cases/${number}`);
    expect(namesOf(shown.data)).toEqual(['return', 'keep', 'retry']);
    expect(shown.data.todo).toContain('The order was called off while its money was held');

    const refused = await world.ada.post(`/cases/${number}/decisions`, {
      ...{ decision: 'accept', ...because },
    });
    expect(refused).toMatchObject({ status: 409, data: { reason: 'DECISION_REFUSED' } });
    expect(refused.message).toBe(
      'accept is not possible: the order was called off. return sends the money back, keep leaves it in suspense',
    );
    const many = await world.ada.post('/decisions', {
      ...{ caseNumbers: [Number(number)], decision: 'accept', ...because },
    });
    expect(many.data.answers).toMatchObject([
      { outcome: 'REFUSED', message: expect.stringContaining('the order was called off') },
    ]);
    expect(await resolutionOf(creditId)).toBeUndefined();
    const { data } = await world.ada.get(`/cases/${number}`);
    expect(data).toMatchObject({ status: 'OPEN', reason: 'HELD: LATE' });

    const page = await fetch(`${world.desk.baseUrl}/desk/cases/${number}`, {
      headers: { cookie: world.ada.cookie },
    });
    const html = await page.text();
    expect(html).toContain('value="return"');
    expect(html).not.toContain('value="accept"');

    const decided = await world.ada.post(`/cases/${number}/decisions`, { decision, ...because });
    expect(decided).toMatchObject({ status: 200, data: { outcome: 'DECIDED' } });
    await vi.waitFor(async () => expect(await resolutionOf(creditId)).toBe(resolution), 30_000);
  });
});
