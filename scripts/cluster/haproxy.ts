import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../stack/problem.ts';
import type { ProcessStarter, RunningProcess } from '../stack/processes.ts';
import { answers, waitUntilReady } from '../stack/readiness.ts';
import type { ClusterPorts } from './ports.ts';
import { nodeIds } from './databases.ts';
import { temporalProcesses } from './temporal-config.ts';

/** APIs, and as many workers. */
export const replicas = 3;

const at = (port: number): string => `127.0.0.1:${port}`;

/**
 * Returns the configuration of HAProxy, which stands before PostgreSQL, Temporal and the APIs. A connection to a server
 * that is no longer the primary, or that is gone, is ended at once, so that nobody waits for its answer.
 */
export function haproxyConfig(ports: ClusterPorts): string {
  return [everywhere, apis(ports), temporal(ports), database(ports), itself(ports)].join('\n');
}

const everywhere = `global
  log stdout format raw local0 notice
  maxconn 8000

defaults
  log global
  timeout connect 2s
  # A session that is silent for an hour is nobody's; those that live send keep-alives.
  timeout client 1h
  timeout server 1h
  option tcpka
  # Who is refused by one is given to another.
  option redispatch 1
  retries 3
`;

function apis(ports: ClusterPorts): string {
  const addresses = Array.from({ length: replicas }, (_, nth) => at(ports.of('apiReplica', nth)));
  const listed = (name: string, how: string): string =>
    addresses.map((address, nth) => `server ${name}-${nth + 1} ${address} ${how}`).join('\n  ');
  return `frontend merchants
  mode http
  bind ${at(ports.of('api'))}
  option forwardfor
  timeout client 60s
  timeout http-request 10s
  timeout http-keep-alive 60s
  default_backend api

backend api
  mode http
  balance leastconn
  # Prefer: wait may take 25 seconds.
  timeout server 60s
  timeout queue 5s
  retry-on conn-failure
  option httpchk GET /health/ready
  timeout check 3s
  # Who refuses a connection is asked nothing until its next check. A slow answer ends no request that is under way.
  default-server inter 500ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
  ${listed('api', 'check')}
  # None is ready while the database is away. Then they answer for themselves, and are there as soon as it is.
  option allbackups
  ${listed('unready', 'backup')}
`;
}

function temporal(ports: ClusterPorts): string {
  const frontends = temporalProcesses.flatMap(({ name, service }, nth) => {
    const [rpc, http] = [ports.of('temporalRpc', nth), ports.of('temporalHttp', nth)];
    return service === 'frontend' ? [`server ${name} ${at(rpc)} check port ${http}`] : [];
  });
  return `listen temporal
  mode tcp
  bind ${at(ports.of('temporal'))}
  balance leastconn
  # What needs no database: one that is away must not cut everybody off from Temporal.
  option httpchk GET /api/v1/system-info
  timeout check 2s
  default-server inter 500ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down on-marked-down shutdown-sessions
  ${frontends.join('\n  ')}
`;
}

function database(ports: ClusterPorts): string {
  const nodes = nodeIds.map(
    (id, nth) =>
      `server postgres-${id} ${at(ports.of('node', nth))} check port ${ports.of('role', nth)}`,
  );
  return `listen database
  mode tcp
  bind ${at(ports.of('database'))}
  # Patroni says which of the two takes writes.
  option httpchk GET /primary
  # Without it a check has as long as lies between two: too short on a busy machine, and all sessions would end.
  timeout check 3s
  default-server inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
  ${nodes.join('\n  ')}
`;
}

const itself = (ports: ClusterPorts): string => `frontend itself
  mode http
  bind ${at(ports.of('proxyStats'))}
  timeout client 30s
  http-request use-service prometheus-exporter if { path /metrics }
  stats enable
  stats uri /
`;

/** @throws Problem when a program that the cluster needs is not installed */
export function requireProgram(program: 'haproxy' | 'pgbouncer', versionFlag: string): void {
  if (spawnSync(program, [versionFlag]).error === undefined) return;
  throw new Problem(
    `The cluster needs ${program}, which is not on the PATH; install it (Debian, Ubuntu: apt-get install ${program}) and run the command again.`,
  );
}

/** Returns once HAProxy serves. */
export async function startHaproxy(
  starter: ProcessStarter,
  dir: string,
  ports: ClusterPorts,
): Promise<RunningProcess> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(ports));
  const child = starter.start({
    name: 'haproxy',
    command: 'haproxy',
    // In the foreground, without a master.
    args: ['-db', '-f', file],
    env: process.env,
    stopTimeoutMs: 2_000,
  });
  await waitUntilReady(
    child,
    () => answers(`http://${at(ports.of('proxyStats'))}/metrics`),
    30_000,
  );
  return child;
}
