import type { Config } from '../platform/config/config.js';
import type { RailLimit } from '../platform/config/fields.js';

const usual: RailLimit = { callsPerSecond: 100, concurrentCalls: 16 };
/** Connections for calls outside a workflow: the statement, a list of banks, a question of the API. */
const beside = 4;

/** Returns the most calls that one bank or acquirer gets. */
export function limitOf({ railLimits }: Pick<Config, 'railLimits'>, provider: string): RailLimit {
  return railLimits.get(provider) ?? railLimits.get('*') ?? usual;
}

/** Returns the number of connections with which no call within the limit waits for one. */
export function connectionsTo(config: Pick<Config, 'railLimits'>, provider: string): number {
  return limitOf(config, provider).concurrentCalls + beside;
}
