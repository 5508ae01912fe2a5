import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import { simulatorKeys } from '../../src/providers/hook-signature.js';
import { groups } from '../../src/providers/simulator/server/groups.js';
import { createSimulator } from '../../src/providers/simulator/server/server.js';
import type { ProgramEnvironment } from './stack.js';

export interface SimulatorHere {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** The simulated bank and acquirer in the process of the test, which cannot be killed and forgets everything. */
export async function startSimulatorHere(
  overrides: Partial<ProgramEnvironment> = {},
  port = 0,
): Promise<SimulatorHere> {
  const env = { ...inject('stack').env, MANILLA_LOG_LEVEL: 'silent', ...overrides };
  const config = loadConfig(env, 'simulator');
  const app = createSimulator({
    groups,
    data: ':memory:',
    apiUrl: config.simulatorApiUrl,
    publicUrl: config.simulatorPublicUrl,
    keys: simulatorKeys(config.hookKeys),
    openControl: config.simulatorControl === 'open',
    log: createLogger(config, 'simulator'),
  });
  await app.listen({ port, host: config.simulatorHost });
  const { port: listening } = app.server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${listening}`, stop: () => app.close() };
}
