import { Gauge, type Registry } from 'prom-client';
import type { Reconciler } from './reconciler.js';
import { timedCalls } from '../../platform/observability/timed-calls.js';
import { FigureReader } from './figure-reader.js';
import { figures, suspenseFigure, type PgFigureStore } from './figure.store.js';

const freshMs = 5_000;
const suspenseFreshMs = 60_000;

/**
 * Registers the figures about things that are not as they should be. They are read from the database when the metrics
 * are fetched; suspense by itself, so that it cannot take the others with it. Every worker reports the same figures of the one database, so that none is missing while another worker
 * is away. Aggregate them by `max`.
 */
export function registerFigures(
  registry: Registry,
  store: Pick<PgFigureStore, 'read' | 'readSuspense'>,
): void {
  const reader = new FigureReader(() => store.read(), freshMs);
  const suspense = new FigureReader(() => store.readSuspense(), suspenseFreshMs);
  new Gauge({
    name: 'manilla_figures_read',
    help: '1: the figures of the database could be read for this answer; 0: they are missing from it.',
    registers: [registry],
    async collect() {
      this.set((await reader.rows()) === undefined ? 0 : 1);
    },
  });
  for (const { name, help, labels } of figures) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        const rows = await (name === suspenseFigure ? suspense : reader).rows();
        // A gauge without labels would report 0 when there is no row.
        if (labels.length === 0) this.remove();
        for (const row of rows ?? []) if (row.name === name) this.set(row.labels, row.value);
      },
    });
  }
}

/**
 * Returns the reconciler with metrics of the last times at which this process reached the end of a statement and of a
 * sweep.
 */
export function watchedReconciler<Watched extends Reconciler>(
  registry: Registry,
  reconciler: Watched,
  providers: readonly string[],
): Watched {
  const nowSeconds = (): number => Date.now() / 1_000;
  const ended = new Gauge({
    name: 'manilla_reconciliation_success_timestamp_seconds',
    help: 'When this worker last came to the end of a statement (its provider) or of a sweep (sweep), or else began to run.',
    labelNames: ['work'],
    registers: [registry],
  });
  for (const work of [...providers, 'sweep']) ended.set({ work }, nowSeconds());
  return timedCalls(reconciler, ['closeStatement', 'sweep'], ({ method, threw, given }) => {
    if (threw) return;
    ended.set({ work: method === 'sweep' ? 'sweep' : String(given[0]) }, nowSeconds());
  });
}
