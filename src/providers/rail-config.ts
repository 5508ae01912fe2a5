import type { Config } from '../platform/config/config.js';
import { simulatorKeys } from './hook-signature.js';
import { connectionsTo } from './rail-limits.js';
import type { SignedPostOptions } from './signed-post.js';

export type RailConfig = Pick<
  Config,
  'rails' | 'hookKeys' | 'simulatorUrl' | 'railTimeoutMs' | 'railLimits'
>;

/** Returns the settings by which the simulator is called in the place of a bank or an acquirer. */
export function simulatorPost(config: RailConfig, provider: string): SignedPostOptions {
  return {
    url: config.simulatorUrl,
    keys: simulatorKeys(config.hookKeys),
    timeoutMs: config.railTimeoutMs,
    connections: connectionsTo(config, provider),
  };
}
