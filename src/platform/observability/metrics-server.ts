import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>;
  readonly host: string;
  readonly port: number;
  /** Answers /health/ready (and /health/live), for processes without an API of their own. */
  readonly isReady?: () => Promise<boolean>;
}

/**
 * Serves /metrics (and, with `isReady`, /health/ready) on a port of its own, so that neither is reachable where merchants
 * are. Rejects when the port is taken.
 */
export function startMetricsServer(options: MetricsServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '', options).then(({ status, type, body }) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const text = (status: number, body: string): Answer => ({ status, type: 'text/plain', body });

async function answer(url: string, { registry, isReady }: MetricsServerOptions): Promise<Answer> {
  try {
    if (url === '/metrics') {
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    }
    if (url === '/health/live' && isReady !== undefined) return text(200, 'alive\n');
    if (url === '/health/ready' && isReady !== undefined) {
      return (await isReady()) ? text(200, 'ready\n') : text(503, 'not ready\n');
    }
    return text(404, 'not found\n');
  } catch (error) {
    return text(500, `${(error as Error).message}\n`);
  }
}
