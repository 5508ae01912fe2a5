import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { commandAs, postgresAccount } from '../stack/postgres-account.ts';
import { createDatabases, postgresUser } from '../stack/postgres.ts';
import { Problem } from '../stack/problem.ts';
import type { RunningProcess } from '../stack/processes.ts';
import { answers, waitUntilReady } from '../stack/readiness.ts';
import {
  nodeIds,
  type DatabasePart,
  type Databases,
  type DatabaseSettings,
  type NodeId,
} from './databases.ts';
import type { PatroniPrograms } from './patroni-programs.ts';

export interface PatroniOptions extends DatabaseSettings {
  readonly programs: PatroniPrograms;
}

const at = (port: number): string => `127.0.0.1:${port}`;

/** A primary and a synchronous standby, kept by Patroni, which keeps in etcd who is which. */
export class PatroniDatabases implements Databases {
  readonly #options: PatroniOptions;

  constructor(options: PatroniOptions) {
    this.#options = options;
  }

  /** Returns once there are a primary and a standby for which its commits wait. */
  async start(): Promise<void> {
    const { keep, ports, password } = this.#options;
    await keep('etcd');
    await Promise.all([keep('patroni-a'), keep('patroni-b')]);
    const [primary] = await Promise.all([this.#waitFor('primary'), this.#waitFor('sync')]);
    const address = at(ports.of('node', nodeIds.indexOf(primary)));
    const url = `postgres://${postgresUser}:${password}@${address}/postgres`;
    await createDatabases(url, ['manilla']);
  }

  startPart(part: DatabasePart): Promise<RunningProcess> {
    return part === 'etcd'
      ? this.#startEtcd()
      : this.#startPatroni(part === 'patroni-a' ? 'a' : 'b');
  }

  /** Waits until one of the two has this role. */
  async #waitFor(role: 'primary' | 'sync'): Promise<NodeId> {
    const giveUpAt = performance.now() + 90_000;
    while (performance.now() < giveUpAt) {
      for (const id of nodeIds) {
        const port = this.#options.ports.of('role', nodeIds.indexOf(id));
        if (await answers(`http://${at(port)}/${role}`).catch(() => false)) return id;
      }
      await sleep(200);
    }
    throw new Problem(
      `Patroni has no ${role} after 90 s; see the logs of patroni-a and patroni-b.`,
    );
  }

  async #startEtcd(): Promise<RunningProcess> {
    const { starter, programs, dir, ports } = this.#options;
    const [client, peer] = [ports.of('etcd'), ports.of('etcdPeer')].map(
      (port) => `http://${at(port)}`,
    );
    const child = starter.start({
      name: 'etcd',
      command: programs.etcd,
      args: [
        ...['--name', 'only', '--data-dir', join(dir, 'etcd'), '--logger', 'zap'],
        ...['--listen-client-urls', `${client}`, '--advertise-client-urls', `${client}`],
        ...['--listen-peer-urls', `${peer}`, '--initial-advertise-peer-urls', `${peer}`],
        ...['--initial-cluster', `only=${peer}`],
      ],
      env: process.env,
    });
    await waitUntilReady(child, () => answers(`${client}/health`), 30_000);
    return child;
  }

  async #startPatroni(id: NodeId): Promise<RunningProcess> {
    const { starter, programs, dir, ports } = this.#options;
    const folder = join(dir, id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const account = postgresAccount(folder, dirname(programs.patroni));
    const file = join(folder, 'patroni.yml');
    writeFileSync(file, stringify(patroniConfig(id, this.#options)), { mode: 0o600 });
    if (account.owner !== undefined) {
      const { uid, gid } = account.owner;
      [folder, file].forEach((path) => chownSync(path, uid, gid));
    }
    const child = starter.start({
      name: `patroni-${id}`,
      ...commandAs(account, programs.patroni, [file]),
      env: { ...process.env, LC_ALL: 'C' },
      // Patroni stops its PostgreSQL first.
      stopTimeoutMs: 30_000,
    });
    const rest = `http://${at(ports.of('role', nodeIds.indexOf(id)))}`;
    await waitUntilReady(child, () => answers(`${rest}/liveness`), 30_000);
    return child;
  }
}

/** Returns the configuration of one of the two Patronis. */
export function patroniConfig(
  id: NodeId,
  {
    dir,
    ports,
    password,
    programs,
  }: Pick<PatroniOptions, 'dir' | 'ports' | 'password' | 'programs'>,
): object {
  const nth = nodeIds.indexOf(id);
  const [node, rest] = [at(ports.of('node', nth)), at(ports.of('role', nth))];
  return {
    ...{ scope: 'manilla', name: `postgres-${id}` },
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: at(ports.of('etcd')) },
    bootstrap: {
      dcs: {
        // The shortest that Patroni takes: whoever is silent for so long is no longer the primary.
        ...{ ttl: 20, loop_wait: 1, retry_timeout: 5 },
        // A standby that is gone does not stop the primary: commits then wait for nobody until it is back.
        synchronous_mode: true,
        // Without etcd, a primary whose standby hears it goes on.
        failsafe_mode: true,
        // A primary whose process died is replaced, not started again.
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: serverSettings },
      },
      initdb: [
        ...[
          { encoding: 'UTF8' },
          { 'locale-provider': 'builtin' },
          { 'builtin-locale': 'C.UTF-8' },
        ],
        ...[{ locale: 'C' }, 'data-checksums'],
      ],
    },
    postgresql: {
      ...{ listen: node, connect_address: node, bin_dir: programs.postgres },
      ...{ data_dir: join(dir, id, 'data'), pgpass: join(dir, id, 'pgpass') },
      authentication: {
        superuser: { username: postgresUser, password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

const serverSettings = {
  ...{ max_connections: 200, shared_buffers: '128MB', timezone: 'UTC', log_timezone: 'UTC' },
  // A standby that is gone for long must not fill the disk; it is copied anew.
  max_slot_wal_keep_size: '1GB',
  ...{ wal_sender_timeout: '5s', wal_receiver_timeout: '5s', wal_receiver_status_interval: '1s' },
  wal_retrieve_retry_interval: '200ms',
};
