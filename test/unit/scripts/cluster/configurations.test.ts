import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentOf, primaryUrl } from '../../../../scripts/cluster/environment.ts';
import { haproxyConfig } from '../../../../scripts/cluster/haproxy.ts';
import { ClusterPorts } from '../../../../scripts/cluster/ports.ts';
import { patroniPrograms } from '../../../../scripts/cluster/patroni-programs.ts';
import {
  temporalProcesses,
  temporalServiceConfig,
} from '../../../../scripts/cluster/temporal-config.ts';
import { stackLayout } from '../../../../scripts/stack/layout.ts';
import { pgBouncerConfig } from '../../../../scripts/stack/pgbouncer.ts';
import { mintSecrets } from '../../../../scripts/stack/secrets.ts';
import { releaseSchema } from '../../../../src/platform/database/release.js';

const ports = new ClusterPorts(13_100);
const settings = { ports, layout: stackLayout('/data'), secrets: mintSecrets() };
const store = { port: ports.of('temporalDatabase'), user: 'u', password: 'p', database: 'd' };

interface ServiceConfig {
  readonly persistence: { readonly numHistoryShards: number };
  readonly services: Readonly<
    Record<string, { rpc: Readonly<Record<'grpcPort' | 'membershipPort' | 'httpPort', number>> }>
  >;
}

const configOf = (name: (typeof temporalProcesses)[number]['name']): ServiceConfig =>
  temporalServiceConfig(name, ports, { main: store, visibility: store }, 'd.yaml') as ServiceConfig;

it('gives no port twice', () => {
  const ofTemporal = temporalProcesses.flatMap(({ name, service }) => {
    const { grpcPort, membershipPort, httpPort } = configOf(name).services[service]?.rpc ?? {};
    return [grpcPort, membershipPort, httpPort].filter((port) => port !== undefined);
  });
  const once = ['api', 'temporal', 'database', 'proxyStats', 'pgbouncer', 'simulator'] as const;
  const people = [
    'ui',
    'desk',
    'codec',
    'deskMetrics',
    'portal',
    'portalMetrics',
    'temporalDatabase',
    'etcd',
    'etcdPeer',
  ] as const;
  const threefold = ['apiReplica', 'apiMetrics', 'workerMetrics'] as const;
  const all = [
    ...ofTemporal,
    ...[...once, ...people].map((place) => ports.of(place)),
    ...(['node', 'role'] as const).flatMap((place) => [0, 1].map((nth) => ports.of(place, nth))),
    ...threefold.flatMap((place) => [0, 1, 2].map((nth) => ports.of(place, nth))),
  ];
  expect(all).toHaveLength(6 * 2 + 2 + 15 + 4 + 9);
  expect(new Set(all).size).toBe(all.length);
});

it('refuses a row of ports that does not fit', () => {
  expect(ClusterPorts.fromEnvironment({}).first).toBe(13_100);
  expect(ClusterPorts.fromEnvironment({ MANILLA_CLUSTER_PORT: '20000' }).first).toBe(20_000);
  for (const text of ['80', '64999', 'many']) {
    expect(() => ClusterPorts.fromEnvironment({ MANILLA_CLUSTER_PORT: text })).toThrow(
      `MANILLA_CLUSTER_PORT is "${text}"`,
    );
  }
});

it('tells each process of Temporal its own ports, and all of them the same shards', () => {
  const histories = (['temporal-history-1', 'temporal-history-2'] as const).map(configOf);
  const rpcs = histories.map(({ services }) => services['history']?.rpc.grpcPort);
  expect(new Set(rpcs).size).toBe(2);
  const shards = temporalProcesses.map(({ name }) => configOf(name).persistence.numHistoryShards);
  expect(new Set(shards)).toEqual(new Set([64]));
});

it('sends statements through PgBouncer, and listeners and the owner to the primary', () => {
  const env = environmentOf(settings, 'api-2', 1);
  const port = (url: string | undefined): number => Number(new URL(url ?? '').port);
  expect(port(env.DATABASE_URL)).toBe(ports.of('pgbouncer'));
  expect(new URL(env.DATABASE_URL).pathname).toBe(`/${releaseSchema()}`);
  expect(port(env.MANILLA_DIRECT_DATABASE_URL)).toBe(ports.of('database'));
  expect(port(primaryUrl(settings, 'owner'))).toBe(ports.of('database'));
  expect(env.MANILLA_API_PORT).toBe(String(ports.of('apiReplica', 1)));
  expect(env.MANILLA_BASE_URL).toBe(`http://127.0.0.1:${ports.of('api')}`);
});

it('has PgBouncer choose the schema of the release, and log in again at once', () => {
  const url = primaryUrl(settings, 'programs');
  const text = pgBouncerConfig({ port: 1, name: 'release_x', url }, '/users.txt');
  expect(text).toContain(`release_x = host=127.0.0.1 port=${ports.of('database')} dbname=manilla`);
  expect(text).toContain(`set search_path = public,${releaseSchema()}`);
  expect(text).toContain('server_login_retry = 0.2');
  expect(text).not.toContain(settings.secrets.POSTGRES_APP_PASSWORD);
});

it('names each program that the database of the cluster lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manilla-programs-'));
  const missing = (): string => {
    try {
      patroniPrograms({ PATH: folder, XDG_CACHE_HOME: folder }, () => {});
      return 'nothing';
    } catch (error) {
      return String(error);
    }
  };
  const program = (name: string, says: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${says}'\n`);
    chmodSync(join(folder, name), 0o755);
  };
  try {
    expect(missing()).toMatch(
      /whole PostgreSQL 18 \(postgres, initdb, .*\); etcd 3\.4 .*; Patroni 4\.1/,
    );
    program('postgres', 'postgres (PostgreSQL) 18.6');
    program('initdb', 'initdb (PostgreSQL) 18.6');
    program('patroni', 'patroni 4.0.7');
    expect(missing()).toMatch(
      /has 18 without pg_ctl, .*pg_basebackup, pg_rewind; etcd .*; Patroni 4\.1/,
    );
    for (const name of ['pg_ctl', 'pg_controldata', 'pg_isready', 'pg_basebackup', 'pg_rewind']) {
      program(name, `${name} (PostgreSQL) 18.6`);
    }
    program('patroni', 'patroni 4.1.5');
    expect(missing()).toMatch(/Missing on the PATH: etcd 3\.4[^;]*$/);
    program('etcd', 'etcd Version: 3.4.23');
    expect(missing()).toBe('nothing');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined;
it.skipIf(!hasHaproxy)('writes a configuration that HAProxy takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manilla-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(ports));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect({ status, warnings: /WARNING|ALERT/.test(stderr) ? stderr : '' }).toEqual({
    status: 0,
    warnings: '',
  });
});
