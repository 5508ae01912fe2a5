import { once } from 'node:events';
import { loadConfig } from './config/config.js';
import { lastWords } from './observability/last-words.js';
import { createLogger } from './observability/logger.js';
import { createCodecServer } from './temporal/codec-server.js';
import { EncryptionCodec } from './temporal/codec.js';

/** Lets the Temporal UI show what is encrypted at rest, to whoever may reach this port. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLogger(config, 'codec');
  const server = createCodecServer({
    codec: new EncryptionCodec([config.codecKey]),
    allowedOrigin: config.uiOrigin,
    log,
  });
  server.listen(config.codecPort, config.codecHost);
  await once(server, 'listening');
  log.info({ port: config.codecPort, origin: config.uiOrigin }, 'decoding for the Temporal UI');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  log.info({}, 'stopped');
}

try {
  await main();
} catch (error) {
  lastWords(error, 'codec');
  process.exit(1);
}
