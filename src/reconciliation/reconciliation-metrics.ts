import { Gauge, type Registry } from 'prom-client';
import { figures, type PgFigureStore } from './figure.store.js';

/** What stands otherwise than it should, read from the database when the metrics are asked for. */
export function registerReconciliationMetrics(
  registry: Registry,
  store: Pick<PgFigureStore, 'read'>,
): void {
  for (const figure of figures) {
    const { name, help, label } = figure;
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        // Without a database there is nothing to tell, and the other metrics are wanted all the more.
        const rows = await store.read(figure).catch(() => []);
        for (const row of rows) this.set({ [label]: row.label }, row.value);
      },
    });
  }
}
