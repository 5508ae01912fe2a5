import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { expect, it } from 'vitest';
import { providerValues } from '../../../../src/platform/config/provider-values.js';
import { cardPageOf, newChargesProvider } from '../../../../src/providers/card-rails.js';
import { openProviders } from '../../../../src/providers/open-providers.js';
import { hookKeysOf, sealKeySet } from '../../../support/key-sets.js';
import { SimulatorCardRail } from '../../../../src/providers/simulator/card.adapter.js';
import { SimulatorControl } from '../../../../src/providers/simulator/control-client.js';
import { Acquirer } from '../../../support/scenarios/acquirer.js';
import { startSimulatorHere } from '../../../support/simulator-here.js';
import { cardRailConformance, type CardRailUnderTest } from '../conformance/card-rail.js';

/** Also a busy machine answers within it. */
const timeoutMs = 10_000;

function keys() {
  return hookKeysOf(inject('stack').env);
}

async function startRail(): Promise<CardRailUnderTest> {
  const program = await startSimulatorHere({ MANILLA_SIMULATOR_API_URL: 'http://127.0.0.1:9' });
  const control = new SimulatorControl(program.baseUrl);
  const opened: SimulatorCardRail[] = [];
  const open = (waitMs: number) => {
    const rail = new SimulatorCardRail({ url: program.baseUrl, keys: keys(), timeoutMs: waitMs });
    opened.push(rail);
    return rail;
  };
  return {
    rail: open(timeoutMs),
    hurried: () => open(1_000),
    tokens: {
      approved: 'card_approved',
      declined: 'card_declined_51',
      issuerAway: 'card_declined_91',
      mustAct: 'card_3ds',
    },
    misbehave: async (on, wrong) => void (await control.misbehave({ on, ...wrong, times: 1 })),
    act: async (chargeId, approves) => {
      const decision = approves ? 'approve' : 'decline';
      await fetch(`${program.baseUrl}/acquirer/3ds/${chargeId}/${decision}`, { method: 'POST' });
    },
    dispute: async (chargeId, evidenceDueAt) => {
      const { number } = await new Acquirer(program.baseUrl).openChargeback(
        chargeId,
        evidenceDueAt.toISOString(),
        false,
      );
      return `cbk-${number}`;
    },
    leftOf: async (chargeId) => {
      const reply = await fetch(`${program.baseUrl}/control/acquirer/charges/${chargeId}`);
      if (reply.status === 404) return null;
      const { left } = (await reply.json()) as { left: number };
      return BigInt(left);
    },
    close: async () => {
      await Promise.all(opened.map((rail) => rail.close()));
      await program.stop();
    },
  };
}

cardRailConformance('the simulator', startRail);

/** An acquirer that answers every call with this. */
async function answering(body: object): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const charge = {
  chargeId: 'att_0123456789',
  token: 'card_approved',
  amountMinor: 250_000n,
  currency: 'NGN',
  returnUrl: null,
};

it('does not believe an approval of another amount than was asked for', async () => {
  for (const body of [
    { responseCode: '00', amount: 1, currency: 'NGN' },
    { responseCode: '00', amount: 250_000, currency: 'USD' },
    { responseCode: '00' },
    { responseCode: 0 },
    { responseCode: '02', action: { type: '3DS' } },
  ]) {
    const { url, close } = await answering(body);
    const rail = new SimulatorCardRail({ url, keys: keys(), timeoutMs });
    expect(await rail.charge(charge)).toMatchObject({ outcome: 'UNKNOWN', failure: 'GARBAGE' });
    await rail.close();
    close();
  }
});

it('calls nobody there UNREACHABLE', async () => {
  const rail = new SimulatorCardRail({ url: 'http://127.0.0.1:9', keys: keys(), timeoutMs });
  const expected = { outcome: 'UNKNOWN', failure: 'UNREACHABLE' };
  expect(await rail.charge(charge)).toMatchObject(expected);
  expect(await rail.query(charge.chargeId, charge)).toMatchObject(expected);
  await rail.close();
});

it('sends a payer’s browser to the address that browsers reach', async () => {
  const simulatorPublicUrl = 'http://127.0.0.1:3010';
  const program = await startSimulatorHere({ MANILLA_SIMULATOR_PUBLIC_URL: simulatorPublicUrl });
  const rail = new SimulatorCardRail({ url: program.baseUrl, keys: keys(), timeoutMs });
  expect(await rail.charge({ ...charge, token: 'card_3ds' })).toMatchObject({
    action: { url: `${simulatorPublicUrl}/acquirer/3ds/${charge.chargeId}` },
  });
  const cardPage = cardPageOf({
    ...({ rails: 'simulator', simulatorUrl: program.baseUrl } as const),
    simulatorPublicUrl,
  });
  expect(cardPage?.('http://shop')).toBe(
    `${simulatorPublicUrl}/acquirer/cards?returnUrl=http%3A%2F%2Fshop`,
  );
  await rail.close();
  await program.stop();
});

it('is there by its name in the sandbox, and not live', () => {
  const config = {
    hookKeys: sealKeySet(inject('stack').env),
    simulatorUrl: 'http://127.0.0.1:9',
    railTimeoutMs: timeoutMs,
    railLimits: new Map(),
    providers: providerValues({}),
  };
  const sandbox = openProviders({ ...config, rails: 'simulator' }).cards;
  const provider = newChargesProvider({ rails: 'simulator' });
  expect(sandbox.get(provider ?? '')?.provider).toBe('simulator-acquirer');
  expect(openProviders({ ...config, rails: 'off' }).cards.size).toBe(0);
  expect(newChargesProvider({ rails: 'off' })).toBeUndefined();
});
