import { once } from 'node:events';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { lastWords } from '../platform/observability/last-words.js';
import { createLogger, flushLogs } from '../platform/observability/logger.js';
import { simulatorKeys } from '../providers/hook-signature.js';
import { KeyWatch } from '../platform/keys/key-watch.js';
import { groups } from '../providers/simulator/server/groups.js';
import { createSimulator } from '../providers/simulator/server/server.js';

/**
 * Simulates everyone outside of Manilla: banks, payers, beneficiaries, a card acquirer. An installation with real banks
 * does not run it.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env, 'simulator');
  if (config.rails !== 'simulator') {
    throw new ConfigError(['MANILLA_RAILS: the simulator stands for no bank here']);
  }
  const log = createLogger(config, 'simulator');
  const app = createSimulator({
    groups,
    data: config.simulatorData,
    apiUrl: config.simulatorApiUrl,
    publicUrl: config.simulatorPublicUrl,
    keys: simulatorKeys(config.hookKeys),
    openControl: config.simulatorControl === 'open',
    log,
  });
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await app.listen({ port: config.simulatorPort, host: config.simulatorHost });
  const keyWatch = new KeyWatch({ config, program: 'simulator', log });
  keyWatch.start();
  log.info({ port: config.simulatorPort, data: config.simulatorData }, 'listening');
  await stopped;
  keyWatch.stop();
  await app.close();
  log.info({}, 'stopped');
  await flushLogs(log);
}

try {
  await main();
} catch (error) {
  lastWords(error, 'simulator');
  process.exit(1);
}
