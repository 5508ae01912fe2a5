import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from './layout.ts';
import { Problem } from './problem.ts';
import type { StackPorts } from './ports.ts';

/** ops/prometheus.yml, as far as it is read here. */
export interface PrometheusConfig {
  readonly global: Readonly<Record<string, unknown>>;
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
}

/** ops/prometheus.yml with the ports of this stack, and links that lead to this folder and this desk. @throws Problem */
export function prometheusConfig(
  ports: StackPorts,
  alertmanagerPort: number | undefined,
): PrometheusConfig {
  const given = parse(
    readFileSync(join(projectRoot, 'ops', 'prometheus.yml'), 'utf8'),
  ) as PrometheusConfig;
  const metrics: Readonly<Record<string, number>> = {
    'manilla-api': ports.apiMetrics,
    'manilla-worker': ports.workerMetrics,
    'manilla-desk': ports.deskMetrics,
    'manilla-portal': ports.portalMetrics,
  };
  const targetOf = (job: string): string => {
    const port = metrics[job];
    // Prometheus would look for it at no port, and an alarm would say that it is away.
    if (port === undefined)
      throw new Problem(`Nobody knows the port of ${job} (ops/prometheus.yml).`);
    return `127.0.0.1:${port}`;
  };
  return {
    ...given,
    global: {
      ...given.global,
      external_labels: {
        manilla_docs: `file://${projectRoot}`,
        manilla_desk: `http://127.0.0.1:${ports.desk}`,
      },
    },
    rule_files: [join(projectRoot, 'ops', 'alerts.yml')],
    scrape_configs: given.scrape_configs.map((job) => ({
      ...job,
      static_configs: [{ targets: [targetOf(job.job_name)] }],
    })),
    ...(alertmanagerPort !== undefined && {
      alerting: {
        alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }],
      },
    }),
  };
}
