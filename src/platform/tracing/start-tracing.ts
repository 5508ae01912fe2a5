import type { Config } from '../config/config.js';

/**
 * Off unless there is an address to send to: then nothing of OpenTelemetry is loaded. Returns a function that stops it.
 */
export async function startTracing(
  { tracesTo }: Pick<Config, 'tracesTo'>,
  service: string,
): Promise<() => Promise<void>> {
  if (tracesTo === undefined) return () => Promise.resolve();
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry(service);
}
