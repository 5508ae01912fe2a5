import { inject } from 'vitest';
import { describe, expect, it } from 'vitest';
import type { OutwardTransfer, RailAccount } from '../../../../src/domain/bank-rail.port.js';
import { HttpCaller } from '../../../../src/providers/http-caller.js';
import { ProvidusAccounts } from '../../../../src/providers/providus/accounts.js';
import { ProvidusBankRail } from '../../../../src/providers/providus/bank.adapter.js';
import { providus } from '../../../../src/providers/providus/provider.js';
import { readProvidusSettings } from '../../../../src/providers/providus/settings.js';
import { SettingsFault } from '../../../../src/providers/contract.js';
import { SimulatorControl } from '../../../../src/providers/simulator/control-client.js';
import { sealKeySet } from '../../../support/key-sets.js';
import { startSimulatorHere } from '../../../support/simulator-here.js';
import { bankRailConformance, nipDialect, type RailUnderTest } from '../conformance/bank-rail.js';

/** Also a busy machine answers within it. */
const limits = { timeoutMs: 10_000, connections: 16, callsPerSecond: 1_000 };
let destinations = 0;

function newDestination(): RailAccount {
  destinations += 1;
  return { accountNumber: String(3_100_000_000 + destinations), bankCode: '000013' };
}

const given = (simulatorUrl: string | null, values: Record<string, string> = {}) => ({
  values: new Map(Object.entries(values)),
  ...{ ...limits, simulatorUrl, hookKeys: sealKeySet(inject('stack').env) },
});

interface Transfer {
  readonly number: string;
  readonly amount: number;
  readonly state: string;
}

async function start(): Promise<RailUnderTest> {
  const program = await startSimulatorHere();
  const control = new SimulatorControl(program.baseUrl);
  const settings = readProvidusSettings(given(program.baseUrl));
  const callers: HttpCaller[] = [];
  const open = (timeoutMs = limits.timeoutMs) => {
    const caller = (url: string) =>
      new HttpCaller({ ...limits, timeoutMs, provider: 'providus', url });
    const [accounts, transfers] = [caller(settings.url), caller(settings.transferUrl)];
    callers.push(accounts, transfers);
    return new ProvidusBankRail(settings, transfers, new ProvidusAccounts(settings, accounts));
  };
  return {
    rail: open(),
    hurried: () => open(1_000),
    world: {
      newDestination,
      misbehave: async ({ on, ...wrong }, { accountNumber }) => {
        const about = on === 'banks' ? {} : { account: accountNumber };
        await control.misbehave({ on: `providus.${on}`, ...about, ...wrong, times: 1 });
      },
      payIn: () => Promise.reject(new Error('the bank has no statement')),
      balanceOf: async ({ accountNumber }) => {
        const reply = await fetch(`${program.baseUrl}/control/providus/transfers`);
        const { transfers: all } = (await reply.json()) as { transfers: Transfer[] };
        return all
          .filter(({ number, state }) => number === accountNumber && state === 'DONE')
          .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      },
    },
    close: async () => {
      await Promise.all(callers.map((caller) => caller.close()));
      await program.stop();
    },
  };
}

bankRailConformance('Providus', start, {
  ...nipDialect,
  failed: ['03', '07', '57', '61', '7701', '7703', '8888'],
  // Sources disagree about 06 12 51 94; 32 and 7709 came although the money had moved.
  unknown: [
    '01',
    '06',
    '09',
    '12',
    '25',
    '26',
    '32',
    '51',
    '94',
    '909',
    '919',
    '999',
    '7709',
    '8803',
  ],
  noName: ['07', '57'],
  unknownQuery: ['09', '96', '999'],
  noRecord: '01',
  hasStatement: false,
  namesReference: false,
});

describe('an account of the bank itself', () => {
  const own = { accountNumber: '9900000077', bankCode: '000023' };
  const transfer = (digits: string): OutwardTransfer => ({
    sessionId: digits.padStart(30, '1'),
    ...{ destination: own, destinationName: 'ADA OBI', nameEnquiryReference: null },
    ...{ amountMinor: 435n, currency: 'NGN', narration: 'Own bank' },
  });

  it.each([
    ['is paid by a call of its own', 'APART', { outcome: 'SUCCESS', code: '00' }],
    ['is refused by the call of NIP', 'NIP', { outcome: 'FAILED', code: '57' }],
  ])('%s', async (_what, way, expected) => {
    const program = await startSimulatorHere();
    const { bank } = providus.open(given(program.baseUrl, { OWN_BANK: way }));
    expect(await bank?.transfer(transfer('7'))).toMatchObject(expected);
    await program.stop();
  });
});

describe('a failure by a code of its own', () => {
  it.each([
    ['7702', 'ACCOUNT'],
    ['7703', 'ACCOUNT'],
    ['8888', 'ACCOUNT'],
    // Another account would not help: these are about us, or about the amount.
    ...['7701', '7704', '7708', '61'].map((code) => [code, undefined] as const),
  ] as const)('%s has the cause %s', async (answer, cause) => {
    const program = await startSimulatorHere();
    const control = new SimulatorControl(program.baseUrl);
    await control.misbehave({ on: 'providus.transfer', answer, times: 1 });
    const { bank } = providus.open(given(program.baseUrl));
    const said = await bank?.transfer({
      sessionId: '2'.repeat(30),
      ...{ destination: newDestination(), destinationName: 'ADA OBI', nameEnquiryReference: null },
      ...{ amountMinor: 100n, currency: 'NGN', narration: 'Cause' },
    });
    expect([said?.outcome, said?.fault]).toEqual(['FAILED', cause]);
    await program.stop();
  });
});

describe('a bank that asks for a pause', () => {
  it('is known to want no calls for as long as it said', async () => {
    const program = await startSimulatorHere();
    const control = new SimulatorControl(program.baseUrl);
    const { bank } = providus.open(given(program.baseUrl));
    expect(bank?.heldForMs?.()).toBe(0);
    await control.misbehave({ on: 'providus.transfer', answer: 'HTTP_429', done: false, times: 1 });
    const said = await bank?.transfer({
      sessionId: '3'.repeat(30),
      ...{ destination: newDestination(), destinationName: 'ADA OBI', nameEnquiryReference: null },
      ...{ amountMinor: 100n, currency: 'NGN', narration: 'Pause' },
    });
    expect(said).toMatchObject({ outcome: 'UNKNOWN', failure: 'HTTP_STATUS' });
    expect(bank?.heldForMs?.()).toBeGreaterThan(0);
    expect(bank?.heldForMs?.()).toBeLessThanOrEqual(1_000);
    await program.stop();
  });
});

describe('its settings', () => {
  it('are those of the test server where the simulator stands for banks', () => {
    expect(providus.open(given('http://127.0.0.1:9')).bank?.provider).toBe('providus');
  });

  it('are all named when nothing is set and money is real', () => {
    const problems = () => {
      try {
        providus.open(given(null));
      } catch (error) {
        return (error as SettingsFault).problems.map((line) => line.split(':')[0]);
      }
      return [];
    };
    const needed = providus.settings.filter(({ otherwise }) => otherwise === null);
    expect(problems()).toEqual(needed.map(({ name }) => name));
  });

  it.each([
    ['CLIENT_SECRET', 'a:1,a:2'],
    ['ACCOUNT_MINUTES', 'ten'],
    ['TRANSFER_LIMIT', '5,0'],
    ['AMOUNTS', 'FLOAT'],
    ['FAILURES', '00'],
    ['NO_SUCH', 'x'],
  ])('refuse %s of %s, and do not show it', (name, value) => {
    expect(() => providus.open(given('http://127.0.0.1:9', { [name]: value }))).toThrow(
      new RegExp(`^${name}: (?!.*${value})`),
    );
  });
});
