import type { Config } from '../config/config.js';
import type { BankRail } from '../domain/ports/bank-rail.port.js';
import { simulatorKey } from './hook-signature.js';
import { connectionsTo } from './rail-limits.js';
import { SimulatorBankRail } from './simulator/bank.adapter.js';

type RailConfig = Pick<
  Config,
  'environment' | 'sealKey' | 'simulatorUrl' | 'railTimeoutMs' | 'railLimits'
>;

/** Every bank that can be sent through, by the name that `number_prefix.provider` has for it. */
export function createBankRails(config: RailConfig): ReadonlyMap<string, BankRail> {
  // Simulated money must not be taken for real.
  const rails = config.environment === 'sandbox' ? [simulatorRail(config)] : [];
  return new Map(rails.map((rail) => [rail.provider, rail]));
}

function simulatorRail(config: RailConfig): BankRail {
  return new SimulatorBankRail({
    url: config.simulatorUrl,
    key: simulatorKey(config.sealKey),
    timeoutMs: config.railTimeoutMs,
    connections: connectionsTo(config, 'simulator'),
  });
}
