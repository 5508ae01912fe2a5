import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../../src/config/config.js';
import type { EdgeProgram } from '../../src/edge-app.js';
import type { Logger } from '../../src/observability/logger.js';
import { compiled } from './compiled.js';

/**
 * Runs the API or the desk in the process of its test, as src/edge-app.ts wires it. `prepare` may replace what leads to
 * workflows before anybody asks. Returns what ends it.
 */
export async function listenHere(
  program: EdgeProgram,
  config: Config,
  logger: Logger,
  prepare: (app: NestFastifyApplication) => void,
): Promise<() => Promise<void>> {
  const [{ createEdgeApp }, { Drain }, { createRegistry, HttpMetrics }] = await Promise.all([
    compiled<typeof import('../../src/edge-app.js')>('edge-app.js'),
    compiled<typeof import('../../src/http/drain.js')>('http/drain.js'),
    compiled<typeof import('../../src/observability/metrics.js')>('observability/metrics.js'),
  ]);
  const metrics = new HttpMetrics(createRegistry());
  const app = await createEdgeApp(program, config, logger, new Drain(), metrics);
  prepare(app);
  const { port, host } = program.listens(config);
  await app.listen(port, host);
  return () => app.close();
}
