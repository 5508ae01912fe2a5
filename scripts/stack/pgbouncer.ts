import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { releaseSchema, searchPath } from '../../src/platform/database/release.ts';
import type { Owner } from './postgres-account.ts';
import type { ProcessStarter, RunningProcess } from './processes.ts';
import { accepts, waitUntilReady } from './readiness.ts';

export interface PgBouncerOptions {
  /** The port it listens on. */
  readonly port: number;
  /** The name that programs ask for. */
  readonly name: string;
  /** The database behind it, as the programs log in. */
  readonly url: string;
  /** PgBouncer does not run as root either. */
  readonly owner?: Owner | undefined;
}

/** In transaction mode, as docs/operations.md has it. */
export function pgBouncerConfig({ port, name, url }: PgBouncerOptions, usersFile: string): string {
  const { hostname, port: databasePort, pathname } = new URL(url);
  return `[databases]
${name} = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)} connect_query='set search_path = ${searchPath(releaseSchema())}'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${usersFile}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
; By default it waits for 15 seconds after a log-in that failed: longer than a fail-over takes.
server_login_retry = 0.2
server_connect_timeout = 3
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
log_connections = 0
log_disconnections = 0
`;
}

/** Writes its files below `dir`, and returns once it accepts connections. */
export async function startPgBouncer(
  starter: ProcessStarter,
  dir: string,
  options: PgBouncerOptions,
): Promise<RunningProcess> {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  const [file, usersFile] = [join(dir, 'pgbouncer.ini'), join(dir, 'users.txt')];
  const { username, password } = new URL(options.url);
  writeFileSync(file, pgBouncerConfig(options, usersFile));
  writeFileSync(usersFile, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  const { owner } = options;
  if (owner !== undefined) chownSync(usersFile, owner.uid, owner.gid);
  const child = starter.start({
    name: basename(dir),
    command: 'pgbouncer',
    args: [file],
    env: process.env,
    ...owner,
    stopSignal: 'SIGINT',
    stopTimeoutMs: 2_000,
  });
  await waitUntilReady(child, () => accepts(options.port), 30_000);
  return child;
}
