import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Returns a registry with Node's own figures about the process. */
export function createRegistry(): Registry {
  const registry = new Registry();
  // Node wakes up this often to see whether it is late. The default, 10 ms, takes 5 ms of processor time in each second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  return registry;
}

/** Seconds per request, by route pattern (never the path: that holds references), method and status. */
export class HttpMetrics {
  readonly #histogram: Histogram<'route' | 'method' | 'status'>;
  readonly #series = new Map<string, Histogram.Internal<'route' | 'method' | 'status'>>();

  constructor(registry: Registry) {
    this.#histogram = new Histogram({
      name: 'manilla_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its reply.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers: [registry],
    });
  }

  observe(route: string, method: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = this.#histogram.labels({ route, method, status: String(status) });
      this.#series.set(key, series);
    }
    series.observe(seconds);
  }
}
