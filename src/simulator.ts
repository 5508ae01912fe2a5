import { once } from 'node:events';
import { ConfigError, loadConfig } from './config/config.js';
import { lastWords } from './observability/last-words.js';
import { createLogger, flushLogs } from './observability/logger.js';
import { simulatorKey } from './rails/hook-signature.js';
import { groups } from './simulator/groups.js';
import { createSimulator } from './simulator/server.js';

/** Plays everyone Manilla has to do with outside: banks, payers, beneficiaries, a card acquirer. Sandbox only. */
async function main(): Promise<void> {
  const config = loadConfig();
  if (config.environment !== 'sandbox') {
    throw new ConfigError(['MANILLA_ENVIRONMENT: the simulator runs in the sandbox only']);
  }
  const log = createLogger(config, 'simulator');
  const app = createSimulator({
    groups,
    data: config.simulatorData,
    apiUrl: config.simulatorApiUrl,
    key: simulatorKey(config.sealKey),
    openControl: config.simulatorControl === 'open',
    log,
  });
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await app.listen({ port: config.simulatorPort, host: config.simulatorHost });
  log.info({ port: config.simulatorPort, data: config.simulatorData }, 'listening');
  await stopped;
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
