import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../../../../support/stack.js';
import { SimulatorWorld } from './simulator-world.js';

let world: SimulatorWorld;
beforeAll(async () => {
  world = await SimulatorWorld.start();
});
beforeEach(() => world.control.reset());
afterAll(() => world?.[Symbol.asyncDispose]());

/** Outcomes of so many transfers, one after the other. */
async function outcomes(count: number): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { outcome, code, failure } = (await world.send(100n)).answer;
    found.push(`${outcome} ${code ?? failure}`);
  }
  return found;
}

describe('a rule', () => {
  it('is for the next so many calls', async () => {
    await world.control.misbehave({ on: 'transfer', answer: '51', times: 2 });
    expect(await outcomes(3)).toEqual(['FAILED 51', 'FAILED 51', 'SUCCESS 00']);
  });

  it('is for one account', async () => {
    const [closed, open] = [world.newTransfer(), world.newTransfer()];
    const account = closed.destination.accountNumber;
    await world.control.misbehave({ on: 'name-enquiry', account, answer: '07' });
    expect((await world.rail.enquireName(closed.destination)).code).toBe('07');
    expect((await world.rail.enquireName(open.destination)).code).toBe('00');
  });

  it('is for the first so many calls of each session id', async () => {
    await world.control.misbehave({ on: 'query', answer: '25', timesEach: 2 });
    const sent = [await world.send(), await world.send()];
    for (const { sessionId } of sent) {
      const codes = [];
      for (let i = 0; i < 3; i += 1) codes.push((await world.rail.query(sessionId)).code);
      expect(codes).toEqual(['25', '25', '00']);
    }
  });

  it('is for a share of the calls, the same for the same seed', async () => {
    const runs: string[][] = [];
    for (const seed of [7, 7, 8]) {
      await world.control.behave({ rules: [{ on: 'transfer', answer: '96', rate: 0.3, seed }] });
      runs.push(await outcomes(60));
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    const lies = runs[0]?.filter((outcome) => outcome !== 'SUCCESS 00').length ?? 0;
    expect(lies).toBeGreaterThan(8);
    expect(lies).toBeLessThan(30);
  });

  it('that comes first is used first', async () => {
    await world.control.behave({
      rules: [
        { on: 'transfer', answer: '51', times: 1 },
        { on: 'transfer', answer: '91', times: 1 },
      ],
    });
    expect(await outcomes(3)).toEqual(['FAILED 51', 'FAILED 91', 'SUCCESS 00']);
  });

  it('is shown with how often it was applied, until it is deleted', async () => {
    await world.control.misbehave({ on: 'transfer', answer: '51' });
    await outcomes(2);
    expect((await world.control.behaviour()).rules).toMatchObject([{ answer: '51', applied: 2 }]);
    await world.control.behaveWell();
    expect((await world.control.behaviour()).rules).toEqual([]);
    expect(await outcomes(1)).toEqual(['SUCCESS 00']);
  });

  it.each([
    [{ on: 'teleport' }, 'none of name-enquiry'],
    [{ on: 'transfer', answer: 'NO' }, 'answer'],
    [{ on: 'transfer', rate: 2 }, 'rate'],
    [{ on: 'transfer', colour: 'red' }, 'colour'],
  ])('%j is refused by name', async (rule, reason) => {
    await expect(world.control.misbehave(rule as never)).rejects.toThrow(reason);
  });
});

it('a bank that lies is found out by asking again, and never moves money twice', async () => {
  await world.control.behave({
    rules: [
      // A call that never ends would only make the test slow.
      { on: 'transfer', rate: 0.5, seed: 3, answer: 'ANY' },
      { on: 'query', rate: 0.5, seed: 4, answer: 'GARBAGE' },
    ],
  });
  const sent = await Promise.all(Array.from({ length: 40 }, () => world.send(100n)));
  expect(new Set(sent.map(({ answer }) => answer.outcome))).toEqual(
    new Set(['SUCCESS', 'UNKNOWN']),
  );
  const unknown = sent.filter(({ answer }) => answer.outcome === 'UNKNOWN');
  await Promise.all(unknown.map((transfer) => world.rail.transfer(transfer)));
  await world.control.behaveWell();
  for (const { sessionId, destination, answer } of sent) {
    const { outcome } = await world.rail.query(sessionId);
    const { bankCode, accountNumber } = destination;
    const { balance } = await world.control.account(bankCode, accountNumber);
    expect(balance).toBe(outcome === 'SUCCESS' ? 100 : 0);
    if (answer.outcome === 'SUCCESS') expect(outcome).toBe('SUCCESS');
  }
});

/** An address of this machine by which it looks like another one. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

it.runIf(outside !== undefined).each([
  ['loopback', 403],
  ['open', 200],
] as const)('whoever reaches it by %s control is answered %i', async (control, status) => {
  const { env, stop } = await startSimulator({
    MANILLA_SIMULATOR_HOST: '0.0.0.0',
    MANILLA_SIMULATOR_CONTROL: control,
  });
  const fetchStatus = async (path: string): Promise<number> =>
    (await fetch(`http://${outside}:${env.MANILLA_SIMULATOR_PORT}${path}`)).status;
  expect(await fetchStatus('/health')).toBe(200);
  expect(await fetchStatus('/control/statement')).toBe(status);
  await stop();
});

it('does not run in the live environment', async () => {
  await expect(
    startSimulator({ MANILLA_ENVIRONMENT: 'live', MANILLA_LOOPBACK_WEBHOOKS: 'off' }),
  ).rejects.toThrow('MANILLA_RAILS');
});
