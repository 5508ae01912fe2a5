import { PageCardRail } from '../../../../src/providers/pages/card.adapter.js';
import { SimulatorControl } from '../../../../src/providers/simulator/control-client.js';
import type { BehaviourRule } from '../../../../src/providers/simulator/server/behaviour/rules.js';
import { startSimulatorHere } from '../../../support/simulator-here.js';
import { pageRailConformance, type PageRailUnderTest } from '../conformance/page-rail.js';

async function startRail(): Promise<PageRailUnderTest> {
  const program = await startSimulatorHere();
  const control = new SimulatorControl(program.baseUrl);
  const opened: PageCardRail[] = [];
  const open = (timeoutMs: number) => {
    const rail = new PageCardRail({
      ...{ provider: 'page-acquirer', secret: 'sk_test_manilla' },
      ...{ url: `${program.baseUrl}/page-acquirer`, timeoutMs, connections: 8 },
      callsPerSecond: 1_000,
    });
    opened.push(rail);
    return rail;
  };
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const reply = await fetch(`${program.baseUrl}/control/page-acquirer/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as Answer;
  };
  const pathOf = (chargeId: string) => `charges/${chargeId.replace('_', '-')}`;
  return {
    rail: open(10_000),
    hurried: () => open(1_000),
    misbehave: (on, wrong) =>
      control.misbehave({ on: `pages.${on}`, times: 1, ...wrong } as BehaviourRule).then(() => {}),
    pay: async (chargeId, words) => {
      const body = { approve: words === undefined, ...(words !== undefined && { words }) };
      await ask(`${pathOf(chargeId)}/pay`, body);
    },
    dispute: async (chargeId, dueAt) => {
      const body = { dueAt: dueAt.toISOString() };
      return (await ask<{ dispute: string }>(`${pathOf(chargeId)}/dispute`, body)).dispute;
    },
    settle: async (net, fee, at) => {
      await ask('settlements', { net: Number(net), fee: Number(fee), at: at.toISOString() });
    },
    booksOf: async (chargeId) => {
      const found = await ask<{ charge: object | null; refunds: { amount: number }[] }>(
        pathOf(chargeId),
      );
      const refunds = found.refunds.map(({ amount }) => BigInt(amount));
      return { isThere: found.charge !== null, refunds };
    },
    close: async () => {
      await Promise.all(opened.map((rail) => rail.close()));
      await program.stop();
    },
  };
}

pageRailConformance('the page acquirer', startRail);
