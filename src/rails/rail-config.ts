import type { Config } from '../config/config.js';
import { simulatorKey } from './hook-signature.js';
import { connectionsTo } from './rail-limits.js';
import type { SignedPostOptions } from './signed-post.js';

export type RailConfig = Pick<
  Config,
  'environment' | 'sealKey' | 'simulatorUrl' | 'railTimeoutMs' | 'railLimits'
>;

/** How the simulator is called in the place of a bank or an acquirer. */
export function simulatorPost(config: RailConfig, provider: string): SignedPostOptions {
  return {
    url: config.simulatorUrl,
    key: simulatorKey(config.sealKey),
    timeoutMs: config.railTimeoutMs,
    connections: connectionsTo(config, provider),
  };
}
