import { readdirSync } from 'node:fs';
import { temporalHealthy } from '../../platform/temporal/connection.js';
import { PgDatabaseHealth } from '../health/health.store.js';
import { ReadinessService } from '../health/readiness.service.js';
import type { Connections } from './connections.js';

export { HealthController } from '../health/health.controller.js';

export function readiness({ pool, temporal, drain }: Connections): ReadinessService {
  return new ReadinessService(
    new PgDatabaseHealth(pool, migrationNames()),
    () => temporalHealthy(temporal),
    drain.signal,
  );
}

function migrationNames(): string[] {
  return readdirSync(new URL('../../platform/database/migrations', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length));
}
