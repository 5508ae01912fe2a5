import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessStarter, RunningProcess } from '../stack/processes.ts';
import { accepts, waitUntilReady } from '../stack/readiness.ts';
import { setUpPostgresSchema, type Binaries } from '../stack/temporal.ts';
import { versionKey } from '../stack/temporal-binaries.ts';
import type { ClusterPorts } from './ports.ts';
import {
  temporalProcesses,
  writeTemporalServiceConfig,
  type TemporalClusterStores,
  type TemporalProcessName,
} from './temporal-config.ts';

/** Six processes share the memory of a server of one process. */
const memory = { GOGC: '200', GOMEMLIMIT: '256MiB' };

/** Temporal as several processes, which find each other by gossip. */
export class TemporalCluster {
  readonly #starter: ProcessStarter;
  readonly #binaries: Binaries;
  readonly #dir: string;
  readonly #ports: ClusterPorts;
  readonly #stores: TemporalClusterStores;

  constructor(
    starter: ProcessStarter,
    binaries: Binaries,
    dir: string,
    ports: ClusterPorts,
    stores: TemporalClusterStores,
  ) {
    this.#starter = starter;
    this.#binaries = binaries;
    this.#dir = dir;
    this.#ports = ports;
    this.#stores = stores;
  }

  /** Makes the tables of both stores, unless this version has. */
  async prepare(): Promise<void> {
    const marker = join(this.#dir, `schema-${versionKey()}`);
    if (existsSync(marker)) return;
    await setUpPostgresSchema(this.#binaries, this.#stores.main, 'temporal');
    await setUpPostgresSchema(this.#binaries, this.#stores.visibility, 'visibility');
    mkdirSync(this.#dir, { recursive: true });
    writeFileSync(marker, '');
  }

  /** Starts one process and returns once it serves. */
  async start(name: TemporalProcessName): Promise<RunningProcess> {
    const nth = temporalProcesses.findIndex((each) => each.name === name);
    const file = writeTemporalServiceConfig(this.#dir, name, this.#ports, this.#stores);
    const child = this.#starter.start({
      name,
      command: this.#binaries.server,
      args: [file, temporalProcesses[nth]?.service ?? ''],
      env: { ...process.env, ...memory },
      // One that is asked to stop hands its shards over first; ending it is safe, its stores survive any kill.
      stopTimeoutMs: 4_000,
    });
    await waitUntilReady(child, () => accepts(this.#ports.of('temporalRpc', nth)), 60_000);
    return child;
  }
}
