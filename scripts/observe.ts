/**
 * `npm run observe`: Prometheus and Alertmanager with our rules beside a running local stack, and Grafana with both dashboards, as far as
 * these are installed (Debian: apt-get install prometheus prometheus-alertmanager). Ctrl-C ends them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { dataDirFromEnvironment, projectRoot } from './stack/layout.ts';
import { prometheusConfig } from './stack/observed.ts';
import { observedPorts, portsFromEnvironment } from './stack/ports.ts';

const ports = portsFromEnvironment(process.env);
const own = observedPorts(ports);
const dir = join(dataDirFromEnvironment(process.env), 'observe');
const at = (port: number): string => `http://127.0.0.1:${port}`;
const children: ChildProcess[] = [];

/** The first of these programs that is on the PATH. */
function installed(...names: string[]): string | undefined {
  return names.find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined,
  );
}

function write(name: string, content: object): string {
  const file = join(dir, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, stringify(content));
  return file;
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.on('exit', (code) => {
    if (code !== null && code !== 0) console.error(`${command} ended with ${code}.`);
  });
  children.push(child);
}

function startPrometheus(command: string, hasAlertmanager: boolean): void {
  start(command, [
    `--config.file=${write('prometheus.yml', prometheusConfig(ports, hasAlertmanager ? own.alertmanager : undefined))}`,
    `--storage.tsdb.path=${join(dir, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${own.prometheus}`,
    '--log.level=warn',
  ]);
  console.log(`Prometheus    ${at(own.prometheus)}/alerts`);
}

/** Alarms are shown there, by who can do something, and sent nowhere: how they are sent is yours to add. */
function startAlertmanager(command: string): void {
  const readers = ['operators', 'engineers'];
  const config = {
    route: {
      ...{ receiver: 'engineers', group_by: ['alertname'] },
      routes: readers.map((receiver) => ({ receiver, matchers: [`reader="${receiver}"`] })),
    },
    receivers: readers.map((name) => ({ name })),
  };
  start(command, [
    `--config.file=${write('alertmanager.yml', config)}`,
    `--storage.path=${join(dir, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${own.alertmanager}`,
    '--cluster.listen-address=',
    '--log.level=warn',
  ]);
  console.log(`Alertmanager  ${at(own.alertmanager)}`);
}

function startGrafana(command: string): void {
  write('grafana/datasources/prometheus.yaml', {
    apiVersion: 1,
    datasources: [
      { name: 'Prometheus', type: 'prometheus', url: at(own.prometheus), isDefault: true },
    ],
  });
  write('grafana/dashboards/manilla.yaml', {
    apiVersion: 1,
    providers: [{ name: 'manilla', options: { path: join(projectRoot, 'ops', 'grafana') } }],
  });
  const server = command === 'grafana' ? ['server'] : [];
  start(command, [...server, '--homepath', process.env['GRAFANA_HOME'] ?? '/usr/share/grafana'], {
    GF_PATHS_DATA: join(dir, 'grafana', 'data'),
    GF_PATHS_PROVISIONING: join(dir, 'grafana'),
    GF_SERVER_HTTP_ADDR: '127.0.0.1',
    GF_SERVER_HTTP_PORT: String(own.grafana),
    GF_AUTH_ANONYMOUS_ENABLED: 'true',
  });
  console.log(`Grafana       ${at(own.grafana)}/dashboards`);
}

const prometheus = installed('prometheus');
const alertmanager = installed('prometheus-alertmanager', 'alertmanager');
const grafana = installed('grafana', 'grafana-server');
if (prometheus === undefined) {
  console.error('There is no prometheus on the PATH (Debian: apt-get install prometheus).');
  process.exitCode = 1;
} else {
  mkdirSync(dir, { recursive: true });
  startPrometheus(prometheus, alertmanager !== undefined);
  if (alertmanager === undefined) {
    console.log('Alertmanager  is not installed (Debian: apt-get install prometheus-alertmanager)');
  } else {
    startAlertmanager(alertmanager);
  }
  if (grafana === undefined) console.log('Grafana       is not installed');
  else startGrafana(grafana);
  console.log(`The desk      ${at(ports.desk)}/desk\nCtrl-C ends them.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => children.forEach((child) => child.kill()));
  }
}
