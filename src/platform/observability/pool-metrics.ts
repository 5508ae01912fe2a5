import { Gauge, type Registry } from 'prom-client';

/** A pool of pg fits. */
export interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Registers the use of the process's database connections; it is read when the metrics are asked for. */
export function registerPoolMetrics(registry: Registry, pool: CountedPool): void {
  new Gauge({
    name: 'manilla_database_connections',
    help: 'Connections of this process to the database, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'manilla_database_waiting',
    help: 'Calls of this process that wait for a connection to the database.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
