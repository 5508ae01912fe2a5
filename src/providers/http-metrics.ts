import { Gauge, Histogram, type Registry } from 'prom-client';

/**
 * Measures each request to a provider, with its HTTP status. The answers of rails, which count codes, are in
 * rail-metrics.ts.
 */
const seconds = new Histogram({
  name: 'manilla_provider_request_seconds',
  help: 'How long requests to a provider took, by provider and HTTP status: or TIMEOUT, UNREACHABLE, BROKEN (not made), LIMITED (not made).',
  labelNames: ['provider', 'status'],
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [],
});
const broken = new Gauge({
  name: 'manilla_provider_broken',
  help: '1 while a provider, or one of its systems, is asked no questions, because it has not answered several in a row.',
  labelNames: ['provider', 'system'],
  registers: [],
});

export function registerHttpMetrics(registry: Registry): void {
  registry.registerMetric(seconds);
  registry.registerMetric(broken);
}

/** The figures of one system of a provider. */
export class ProviderFigures {
  constructor(private readonly of: { readonly provider: string; readonly system?: string }) {
    this.isBroken(false);
  }

  ended(status: string, sinceMs: number): void {
    const { provider } = this.of;
    seconds.observe({ provider, status }, (performance.now() - sinceMs) / 1_000);
  }

  isBroken(is: boolean): void {
    const { provider, system } = this.of;
    broken.set({ provider, ...(system !== undefined && { system }) }, is ? 1 : 0);
  }
}
