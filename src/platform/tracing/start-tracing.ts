import type { Config } from '../config/config.js';

/**
 * Starts tracing if there is an address to send to. Without one, nothing of OpenTelemetry is loaded. Returns a function
 * that stops tracing.
 */
export async function startTracing(
  { tracesTo }: Pick<Config, 'tracesTo'>,
  service: string,
): Promise<() => Promise<void>> {
  if (tracesTo === undefined) return () => Promise.resolve();
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry(service);
}
