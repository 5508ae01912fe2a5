import { randomInt } from 'node:crypto';
import { inject } from 'vitest';
import { sessionId } from '../../../../../src/domain/nip-session.js';
import { hookKeysOf } from '../../../../support/key-sets.js';
import { SimulatorBankRail } from '../../../../../src/providers/simulator/bank.adapter.js';
import { SimulatorControl } from '../../../../../src/providers/simulator/control-client.js';
import {
  startSimulator,
  type ProgramEnvironment,
  type TestProgram,
} from '../../../../support/stack.js';
import { HookReceiver } from './hook-receiver.js';

let destinations = 0;

/** A running simulator between a receiver of its hooks and an adapter that sends through it. */
export class SimulatorWorld implements AsyncDisposable {
  private constructor(
    public program: TestProgram,
    readonly hooks: HookReceiver,
    readonly control: SimulatorControl,
    readonly rail: SimulatorBankRail,
  ) {}

  static async start(overrides: Partial<ProgramEnvironment> = {}): Promise<SimulatorWorld> {
    const keys = hookKeysOf(inject('stack').env);
    const hooks = await HookReceiver.start(keys);
    const program = await startSimulator({ MANILLA_SIMULATOR_API_URL: hooks.url, ...overrides });
    const rail = new SimulatorBankRail({ url: program.baseUrl, keys, timeoutMs: 10_000 });
    return new SimulatorWorld(program, hooks, new SimulatorControl(program.baseUrl), rail);
  }

  /** As after a crash: the process is gone at once, and another one begins with the same file. */
  async crash(): Promise<void> {
    await this.program.kill();
    this.program = await startSimulator(this.program.env);
  }

  /** Sends from our account to an account nobody has been paid into; returns how, and what was answered. */
  async send(amountMinor = 250_000n) {
    const transfer = this.newTransfer(amountMinor);
    return { ...transfer, answer: await this.rail.transfer(transfer) };
  }

  newTransfer(amountMinor = 250_000n) {
    destinations += 1;
    return {
      sessionId: sessionId('090547', new Date(), String(randomInt(10 ** 12))),
      destination: { accountNumber: String(4_000_000_000 + destinations), bankCode: '000014' },
      destinationName: 'ADA OBI',
      nameEnquiryReference: null,
      amountMinor,
      currency: 'NGN',
      narration: 'Refund',
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.rail.close();
    await this.program.stop();
    await this.hooks[Symbol.asyncDispose]();
  }
}
