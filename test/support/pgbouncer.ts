import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePorts } from '../../scripts/stack/ports.ts';
import { withClient } from '../../scripts/stack/postgres.ts';
import { giveSettings } from '../../src/persistence/program-settings.js';
import { releaseSchema, searchPath } from '../../src/persistence/release.js';

/** Debian: apt-get install pgbouncer. */
const program = 'pgbouncer';
export const hasPgBouncer = spawnSync(program, ['--version']).status === 0;

export interface Pooler {
  /** The URL of the programs, by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Of a database, as its owner and as the programs. */
interface Urls {
  readonly url: string;
  readonly appUrl: string;
}

/** A PgBouncer in transaction mode before one database, as docs/configuration.md has it. */
export async function startPgBouncer(database: Urls): Promise<Pooler> {
  const [app, { api: port }] = [new URL(database.appUrl), await freePorts()];
  const name = app.pathname.slice(1);
  await withClient(database.url, (client) => giveSettings(client, app.username));
  const folder = mkdtempSync(join(tmpdir(), 'manilla-pgbouncer-'));
  // PgBouncer runs as nobody when it is started by root.
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${name} = host=${app.hostname} port=${app.port} dbname=${name} user=${app.username} password=${decodeURIComponent(app.password)} connect_query='set search_path = ${searchPath(releaseSchema())}'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...user, file], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `postgres://${app.username}:any@127.0.0.1:${port}/${name}`;
  await vi.waitFor(() => withClient(url, (client) => client.query('select')), {
    timeout: 10_000,
    interval: 50,
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
