import { readdirSync } from 'node:fs';
import { Module } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { Drain } from '../../http/drain.js';
import { runtime } from '../../platform/runtime.js';
import { temporalHealthy } from '../../platform/temporal/connection.js';
import { HealthController } from './health.controller.js';
import { PgDatabaseHealth } from './health.store.js';
import { ReadinessService } from './readiness.service.js';

@Module({
  controllers: [HealthController],
  providers: [
    {
      provide: ReadinessService,
      inject: [runtime.pool, runtime.temporal, Drain],
      useFactory: (pool: pg.Pool, temporal: Client, drain: Drain) =>
        new ReadinessService(
          new PgDatabaseHealth(pool, migrationNames()),
          () => temporalHealthy(temporal),
          drain.signal,
        ),
    },
  ],
})
export class HealthModule {}

function migrationNames(): string[] {
  return readdirSync(new URL('../../platform/database/migrations', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length));
}
