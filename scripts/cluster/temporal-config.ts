import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  clusterMetadata,
  postgresStore,
  writeDynamicConfig,
  type PostgresStore,
} from '../stack/temporal-config.ts';
import type { ClusterPorts } from './ports.ts';

/** The processes of Temporal, each of which runs one of its services. */
export const temporalProcesses = [
  { name: 'temporal-frontend-1', service: 'frontend' },
  { name: 'temporal-frontend-2', service: 'frontend' },
  { name: 'temporal-history-1', service: 'history' },
  { name: 'temporal-history-2', service: 'history' },
  { name: 'temporal-matching', service: 'matching' },
  { name: 'temporal-worker', service: 'worker' },
] as const;

type TemporalService = (typeof temporalProcesses)[number]['service'];
export type TemporalProcessName = (typeof temporalProcesses)[number]['name'];

/** Chosen once: the server refuses to start with another number. Two histories share them. */
export const historyShards = 64;

/** Connections of one process, for each of its two stores. */
const storeConnections = 12;

export interface TemporalClusterStores {
  readonly main: PostgresStore;
  readonly visibility: PostgresStore;
}

/**
 * Returns the configuration of one Temporal process: its own ports, the stores, and that it finds the others by gossip.
 */
export function temporalServiceConfig(
  name: TemporalProcessName,
  ports: ClusterPorts,
  stores: TemporalClusterStores,
  dynamicFile: string,
): object {
  const own = temporalProcesses.findIndex((each) => each.name === name);
  const places = (['frontend', 'history', 'matching', 'worker'] as const).map((service) => {
    // The ports of another service are told by its processes; here only the name of the service counts.
    const first = temporalProcesses.findIndex((each) => each.service === service);
    const isOwn = temporalProcesses[own]?.service === service;
    return [service, { rpc: rpcOf(service, isOwn ? own : first, ports) }];
  });
  return {
    log: { stdout: true, level: 'warn' },
    global: { membership: { maxJoinDuration: '20s', broadcastAddress: '127.0.0.1' } },
    persistence: {
      defaultStore: 'main',
      visibilityStore: 'visibility',
      numHistoryShards: historyShards,
      datastores: {
        main: { sql: postgresStore(stores.main, storeConnections) },
        visibility: { sql: postgresStore(stores.visibility, storeConnections) },
      },
    },
    services: Object.fromEntries(places),
    clusterMetadata: clusterMetadata(`127.0.0.1:${ports.of('temporal')}`),
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicFile, pollInterval: '60s' },
  };
}

function rpcOf(service: TemporalService, nth: number, ports: ClusterPorts) {
  return {
    grpcPort: ports.of('temporalRpc', nth),
    membershipPort: ports.of('temporalGossip', nth),
    bindOnLocalHost: true,
    ...(service === 'frontend' && { httpPort: ports.of('temporalHttp', nth) }),
  };
}

/** Writes the files of one process below `dir` and returns the path of its configuration. */
export function writeTemporalServiceConfig(
  dir: string,
  name: TemporalProcessName,
  ports: ClusterPorts,
  stores: TemporalClusterStores,
): string {
  const dynamicFile = writeDynamicConfig(join(dir, name));
  const file = join(dir, name, 'server.yaml');
  const config = temporalServiceConfig(name, ports, stores, dynamicFile);
  writeFileSync(file, stringify(config), { mode: 0o600 });
  return file;
}
