import { chmodSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { freePorts } from '../../scripts/stack/ports.ts';
import { withClient } from '../../scripts/stack/postgres.ts';
import { ProcessStarter, type RunningProcess } from '../../scripts/stack/processes.ts';
import { resolveTemporal } from '../../scripts/stack/temporal-binaries.ts';
import { prepareNamespace } from '../../src/platform/temporal/namespace.js';
import { startTemporalServer } from '../../scripts/stack/temporal.ts';

const namespace = 'outage';
/** As the programs of a test, it may start beside many others. */
const readyWithinMs = 240_000;

/** A Temporal server that only this test uses, so that it may be taken away. */
export class TemporalOfItsOwn {
  #running: RunningProcess | undefined;

  private constructor(
    readonly address: string,
    private readonly dir: string,
    private readonly startServer: (historyShards?: number) => Promise<RunningProcess>,
  ) {}

  static async start(): Promise<TemporalOfItsOwn> {
    const { dataDir, adminUrl } = inject('stack');
    const name = `own_temporal_${randomBytes(4).toString('hex')}`;
    await withClient(adminUrl, (client) =>
      client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`),
    );
    const dir = join(dataDir, name);
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    const starter = new ProcessStarter(
      join(dataDir, 'logs', name),
      join(dataDir, `processes-${name}.json`),
    );
    const source = await resolveTemporal(process.env, starter, () => {});
    if (source.kind !== 'binaries') throw new Error('this test needs the Temporal binaries');
    const { temporal: port } = await freePorts();
    const { port: postgresPort, username, password } = new URL(adminUrl);
    const visibilityStore = {
      port: Number(postgresPort),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: name,
    };
    const own = new TemporalOfItsOwn(`127.0.0.1:${port}`, dir, (historyShards) =>
      startTemporalServer(
        starter,
        source,
        { dir, port, mainStore: 'sqlite', visibilityStore, historyShards },
        readyWithinMs,
      ),
    );
    await own.resume();
    await prepareNamespace({ temporalAddress: own.address, temporalNamespace: namespace });
    return own;
  }

  get env() {
    return { TEMPORAL_ADDRESS: this.address, TEMPORAL_NAMESPACE: namespace };
  }

  /** SIGKILL: nothing is flushed, as in a crash. */
  async crash(): Promise<void> {
    await this.#running?.kill();
  }

  async resume(): Promise<void> {
    this.#running = await this.startServer();
  }

  /** Stops it, keeps a copy of its store, and starts it again; `lose` goes back to that copy. */
  async remember(): Promise<void> {
    await this.stop();
    cpSync(this.dir, `${this.dir}-copy`, { recursive: true });
    await this.resume();
  }

  /** A crash that costs everything since `remember`, as a power cut may cost the last moments. */
  async lose(): Promise<void> {
    await this.crash();
    rmSync(this.dir, { recursive: true });
    cpSync(`${this.dir}-copy`, this.dir, { recursive: true });
    await this.resume();
  }

  /** Both its stores are gone, and it starts on empty ones, with so many history shards: 16 unless told otherwise. */
  async beginAnew(historyShards?: number): Promise<void> {
    await this.crash();
    rmSync(this.dir, { recursive: true });
    mkdirSync(this.dir);
    chmodSync(this.dir, 0o755);
    this.#running = await this.startServer(historyShards);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
