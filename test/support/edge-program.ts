import type { Config } from '../../src/platform/config/config.js';
import type { EdgeProgram } from '../../src/programs/edge-app.js';
import type { Logger } from '../../src/platform/observability/logger.js';
import type { Connections } from '../../src/programs/wiring/connections.js';
import { compiled } from './compiled.js';

/**
 * Runs the API or the desk in the process of its test, as src/programs/edge-app.ts makes it. `prepare` may replace what leads to
 * workflows before anybody asks. Returns what ends it.
 */
export async function listenHere<Connected extends Connections>(
  program: EdgeProgram<Connected>,
  config: Config,
  logger: Logger,
  prepare: (connections: Connected) => void,
): Promise<() => Promise<void>> {
  const [{ createEdgeApp }, { Drain }] = await Promise.all([
    compiled<typeof import('../../src/programs/edge-app.js')>('programs/edge-app.js'),
    compiled<typeof import('../../src/http/drain.js')>('http/drain.js'),
  ]);
  const connections = program.connect(config, logger, new Drain());
  prepare(connections);
  const app = await createEdgeApp(program, connections);
  const { port, host } = program.listens(config);
  await app.listen(port, host);
  return () => app.close();
}
