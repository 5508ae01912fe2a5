import type { BankRail } from '../domain/bank-rail.port.js';
import { type RailConfig, simulatorPost } from './rail-config.js';
import { meteredBank } from './rail-metrics.js';
import { SimulatorBankRail } from './simulator/bank.adapter.js';

/** Every bank that can be sent through, by the name that `number_prefix.provider` has for it. */
export function createBankRails(config: RailConfig): ReadonlyMap<string, BankRail> {
  // Simulated money must not be taken for real.
  const rails = config.rails === 'simulator' ? [simulatorRail(config)] : [];
  return new Map(rails.map((rail) => [rail.provider, meteredBank(rail)]));
}

function simulatorRail(config: RailConfig): BankRail {
  return new SimulatorBankRail(simulatorPost(config, 'simulator'));
}
