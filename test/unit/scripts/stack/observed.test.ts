import { describe, expect, it } from 'vitest';
import { prometheusConfig } from '../../../../scripts/stack/observed.ts';
import { portsFromEnvironment } from '../../../../scripts/stack/ports.ts';

const ports = portsFromEnvironment({ MANILLA_PORT_OFFSET: '700' });
const targets = ({ scrape_configs: jobs }: ReturnType<typeof prometheusConfig>) =>
  Object.fromEntries(
    jobs.map(({ job_name: job, static_configs: where }) => [job, where[0]?.targets]),
  );

describe('what `npm run observe` watches', () => {
  it('is each program of the stack, at its port', () => {
    expect(targets(prometheusConfig(ports, undefined))).toEqual({
      'manilla-api': [`127.0.0.1:${ports.apiMetrics}`],
      'manilla-worker': [`127.0.0.1:${ports.workerMetrics}`],
      'manilla-desk': [`127.0.0.1:${ports.deskMetrics}`],
      'manilla-portal': [`127.0.0.1:${ports.portalMetrics}`],
    });
  });

  it('leads alarms to the desk of this stack, and to Alertmanager where there is one', () => {
    const config = prometheusConfig(ports, 9793);
    expect(config.global['external_labels']).toMatchObject({
      manilla_desk: `http://127.0.0.1:${ports.desk}`,
    });
    expect(config).toMatchObject({
      alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:9793'] }] }] },
    });
    expect(prometheusConfig(ports, undefined)).not.toHaveProperty('alerting');
  });
});
