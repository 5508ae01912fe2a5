import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RailAccount } from '../../../../src/domain/bank-rail.port.js';
import { providerValues } from '../../../../src/platform/config/provider-values.js';
import { openProviders } from '../../../../src/providers/open-providers.js';
import { hookKeysOf, sealKeySet } from '../../../support/key-sets.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';
import { simulatorKeys } from '../../../../src/providers/hook-signature.js';
import { SimulatorBankRail } from '../../../../src/providers/simulator/bank.adapter.js';
import { SimulatorControl } from '../../../../src/providers/simulator/control-client.js';
import { type SimulatorHere, startSimulatorHere } from '../../../support/simulator-here.js';
import { bankRailConformance, type RailUnderTest } from '../conformance/bank-rail.js';

/** Also a busy machine answers within it. */
const timeoutMs = 10_000;
/** For answers that never come. */
const hurriedMs = 1_000;
let destinations = 0;

function newDestination(): RailAccount {
  destinations += 1;
  return { accountNumber: String(3_000_000_000 + destinations), bankCode: '000013' };
}

const keys = () => hookKeysOf(inject('stack').env);

function railOf({ baseUrl: url }: SimulatorHere, waitMs = timeoutMs): SimulatorBankRail {
  return new SimulatorBankRail({ url, keys: keys(), timeoutMs: waitMs });
}

async function startRail(): Promise<RailUnderTest> {
  const program = await startSimulatorHere();
  const control = new SimulatorControl(program.baseUrl);
  const opened: SimulatorBankRail[] = [];
  const open = (waitMs?: number) => {
    const rail = railOf(program, waitMs);
    opened.push(rail);
    return rail;
  };
  return {
    rail: open(),
    hurried: () => open(hurriedMs),
    world: {
      newDestination,
      misbehave: async ({ on, ...wrong }, { accountNumber }) => {
        const isAboutNobody = on === 'statement' || on === 'banks';
        const account = isAboutNobody ? {} : { account: accountNumber };
        await control.misbehave({ on, ...account, ...wrong, times: 1 });
      },
      payIn: async (accountNumber, amountMinor) => {
        const notify = { times: 0 };
        const amount = Number(amountMinor);
        return (await control.payInward({ accountNumber, amount, askName: false, notify }))
          .sessionId;
      },
      balanceOf: async ({ bankCode, accountNumber }) =>
        BigInt((await control.account(bankCode, accountNumber)).balance),
    },
    close: async () => {
      await Promise.all(opened.map((rail) => rail.close()));
      await program.stop();
    },
  };
}

bankRailConformance('the simulator', startRail);

describe('the simulator’s adapter', () => {
  let program: SimulatorHere;
  let control: SimulatorControl;
  beforeAll(async () => {
    program = await startSimulatorHere();
    control = new SimulatorControl(program.baseUrl);
  });
  afterAll(() => program?.stop());

  it('calls nobody there UNREACHABLE', async () => {
    const nobody = new SimulatorBankRail({
      url: 'http://127.0.0.1:9',
      keys: keys(),
      timeoutMs,
    });
    const expected = { outcome: 'UNKNOWN', code: null, failure: 'UNREACHABLE' };
    expect(await nobody.query('090547261120151233000000000001')).toEqual(expected);
    expect(await nobody.enquireName(newDestination())).toMatchObject(expected);
    await expect(nobody.statement(0n, 10)).rejects.toThrow('UNREACHABLE');
  });

  it('does not wait for an answer that comes drop by drop', async () => {
    const slow = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const dripping = new SimulatorBankRail({ url, keys: keys(), timeoutMs: hurriedMs });
    const answer = await dripping.query('090547261120151233000000000001');
    expect(answer).toMatchObject({ outcome: 'UNKNOWN', failure: 'TIMEOUT' });
    await dripping.close();
    slow.closeAllConnections();
    slow.close();
  });

  it('sets a line that it cannot read aside, and gives the others', async () => {
    const [sound, later] = [1, 4].map((lineId) => ({
      ...{ lineId, kind: 'CHARGE', amount: 100, currency: 'NGN', balance: 0 },
      ...{ at: '2026-11-20T10:00:00Z', counterpart: {} },
    }));
    const unknown = { ...sound, lineId: 2, kind: 'REBATE', amount: -5, narration: 'ADA OBI' };
    const { lineId: _, ...nameless } = { ...unknown, kind: 'CHARGE' };
    const page = { responseCode: '00', hasMore: false, lines: [sound, unknown, nameless, later] };
    const bank = createServer((_request, response) => response.end(JSON.stringify(page)));
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
    const strange = new SimulatorBankRail({ url, keys: keys(), timeoutMs });
    const { lines, unread } = await strange.statement(0n, 10);
    expect(lines.map(({ lineId }) => lineId)).toEqual([1n, 4n]);
    expect(unread).toEqual([
      { lineId: 2n, raw: JSON.stringify(unknown) },
      { lineId: null, raw: JSON.stringify(nameless) },
    ]);
    // What is at fault is named, and nothing of what the line says.
    expect(() => strange.readLine(JSON.stringify(unknown))).toThrow(
      expect.objectContaining({ code: 'kind,amount', message: expect.not.stringContaining('ADA') }),
    );
    expect(strange.readLine(JSON.stringify({ ...unknown, kind: 'CHARGE', amount: 5 }))).toEqual(
      expect.objectContaining({ lineId: 2n, amountMinor: 5n }),
    );
    await strange.close();
    bank.closeAllConnections();
    bank.close();
  });

  it('is refused with another key, which tells nothing of the money', async () => {
    const stranger = new SimulatorBankRail({
      url: program.baseUrl,
      keys: simulatorKeys(keySetOf('hooks', [Buffer.alloc(32)])),
      timeoutMs,
    });
    expect(await stranger.query('090547261120151233000000000001')).toEqual({
      outcome: 'UNKNOWN',
      code: null,
      failure: 'HTTP_STATUS',
    });
    await stranger.close();
  });

  it('takes what comes after the timeout for a timeout', async () => {
    const destination = newDestination();
    const account = destination.accountNumber;
    const waitMs = 5_000;
    const rail = railOf(program, waitMs);
    await control.misbehave({ on: 'name-enquiry', account, delayMs: 2 * waitMs, times: 1 });
    await control.misbehave({ on: 'name-enquiry', account, delayMs: 50, times: 1 });
    expect(await rail.enquireName(destination)).toMatchObject({ failure: 'TIMEOUT' });
    expect(await rail.enquireName(destination)).toMatchObject({ outcome: 'SUCCESS' });
    await rail.close();
  });

  it('is there by its name in the sandbox, and not live', () => {
    const { env } = inject('stack');
    const config = {
      hookKeys: sealKeySet(env),
      simulatorUrl: program.baseUrl,
      railTimeoutMs: timeoutMs,
      railLimits: new Map(),
      providers: providerValues({}),
    };
    const sandbox = openProviders({ ...config, rails: 'simulator' }).banks;
    expect(sandbox.get('simulator')?.provider).toBe('simulator');
    expect(openProviders({ ...config, rails: 'off' }).banks.size).toBe(0);
  });
});
