import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import {
  accountOfServer,
  postgresUrl,
  postgresUser,
  startPostgres,
  withClient,
} from '../../../scripts/stack/postgres.ts';
import type { ProcessStarter, RunningProcess } from '../../../scripts/stack/processes.ts';
import { copyRunningServer, writeOwned } from './base-copy.ts';

export interface NodeOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The slot that keeps what the standby lacks. The slot is the primary's own: a copy does not have it. */
const slot = 'standby';

/** Two of them hold the same data; roles are for the moment. */
const pairSettings = {
  max_connections: '200',
  shared_buffers: '128MB',
  // A standby that is gone for long must not fill the disk; it is copied anew.
  max_slot_wal_keep_size: '1GB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '200ms',
} as const;

/** One server of a pair: its folder, its process, and what makes it the primary or the standby. */
export class PostgresNode {
  readonly #starter: ProcessStarter;
  readonly #options: NodeOptions;
  #child: RunningProcess | undefined;

  constructor(starter: ProcessStarter, options: NodeOptions) {
    this.#starter = starter;
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  get canFollow(): boolean {
    return existsSync(join(this.#options.dataDir, 'standby.signal'));
  }

  /** As the owner, past every proxy. */
  url(database = 'postgres'): string {
    return postgresUrl(this.#options, database);
  }

  sql<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
    return withClient(this.url(database), work);
  }

  /** Returns once it answers; `onEnd` is told when it ends after that. */
  async start(databases: readonly string[], onEnd: (how: string) => void): Promise<void> {
    const child = await startPostgres(this.#starter, {
      ...this.#options,
      databases,
      settings: { ...pairSettings, ...this.#options.settings },
    });
    this.#child = child;
    void child.ended.then((how) => {
      if (this.#child === child) this.#child = undefined;
      onEnd(how);
    });
  }

  /** Ends it at once, and returns when it is gone. */
  async kill(): Promise<void> {
    const started = this.#starter.running().find(({ name }) => name === this.name);
    await started?.kill();
    this.#child = undefined;
  }

  /** The node's folder becomes that of a primary which waits for nobody; one that does not exist stays so. */
  async becomePrimary(): Promise<void> {
    const { dataDir } = this.#options;
    if (!existsSync(dataDir)) return;
    await rm(join(dataDir, 'standby.signal'), { force: true });
    await this.#write('postgresql.auto.conf', '');
  }

  /** A standby that runs becomes a primary; returns when it takes writes. @throws when it does not within 20 s */
  async promote(): Promise<void> {
    const isPrimary = await this.sql(async (client) => {
      const { rows } = await client.query<{ done: boolean }>('select pg_promote(true, 20) as done');
      return rows[0]?.done === true;
    });
    if (!isPrimary) throw new Error(`${this.name} could not be made the primary`);
  }

  /** The node's folder becomes a copy of the primary, which runs, and is to follow it. */
  async copyOf(primary: PostgresNode): Promise<void> {
    const { dataDir } = this.#options;
    const { owner } = await accountOfServer(primary.#options.dataDir);
    await primary.sql(async (client) => {
      await client.query(
        `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1`,
        [slot],
      );
      await client.query(`select pg_create_physical_replication_slot($1, true)`, [slot]);
      await copyRunningServer(client, primary.#options.dataDir, dataDir, owner);
    });
    const { port, password } = primary.#options;
    const address = `host=127.0.0.1 port=${port} user=${postgresUser} password=${password}`;
    const patience = 'keepalives_idle=5 tcp_user_timeout=5000';
    await this.#write(
      'postgresql.auto.conf',
      `primary_conninfo = '${address} application_name=${this.#standbyName} ${patience}'
primary_slot_name = '${slot}'
`,
    );
    await this.#write('standby.signal', '');
  }

  /** The primary's commits wait for this standby, or for none. */
  async waitFor(standby: PostgresNode | undefined): Promise<void> {
    const names = standby === undefined ? '' : standby.#standbyName;
    await this.sql(async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${names}'`);
      await client.query('select pg_reload_conf()');
    });
  }

  /** How this standby is known to the primary: a name without a quote in it. */
  get #standbyName(): string {
    return this.name.replaceAll('-', '_');
  }

  /** What the primary knows of a standby; undefined when it is not connected. */
  async standing(standby: PostgresNode): Promise<Standing | undefined> {
    const text = `select state, sync_state as sync, pg_current_wal_flush_lsn()::text as written
       from pg_stat_replication where application_name = $1`;
    return this.sql(
      async (client) => (await client.query<Standing>(text, [standby.#standbyName])).rows[0],
    );
  }

  /** Whether the standby has flushed the log up to there. */
  async hasFlushed(standby: PostgresNode, written: string): Promise<boolean> {
    const text = `select flush_lsn >= $2::pg_lsn as yes from pg_stat_replication where application_name = $1`;
    const { rows } = await this.sql((client) =>
      client.query<{ yes: boolean }>(text, [standby.#standbyName, written]),
    );
    return rows[0]?.yes === true;
  }

  async #write(file: string, text: string): Promise<void> {
    const { dataDir } = this.#options;
    const { owner } = await accountOfServer(dataDir);
    await writeOwned(join(dataDir, file), text, owner);
  }
}

interface Standing {
  readonly state: string;
  readonly sync: string;
  /** How far the primary has come: a position in its log. */
  readonly written: string;
}
