import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { vi } from 'vitest';
import { startPgBouncer as startProcess } from '../../scripts/stack/pgbouncer.ts';
import { freePorts } from '../../scripts/stack/ports.ts';
import { accountOfServer, withClient } from '../../scripts/stack/postgres.ts';
import type { ProcessStarter } from '../../scripts/stack/processes.ts';
import { giveSettings } from '../../src/platform/database/program-settings.js';

/** Debian: apt-get install pgbouncer. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pooler {
  /** The URL of the programs, by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

const behind = new Map<string, string>();

/** The database itself, for a program that is given the URL of a pooler; nothing for any other URL. */
export function directOf(url: string | undefined): { MANILLA_DIRECT_DATABASE_URL?: string } {
  const direct = behind.get(url ?? '');
  return direct === undefined ? {} : { MANILLA_DIRECT_DATABASE_URL: direct };
}

/** Of a database, as its owner and as the programs. */
interface Urls {
  readonly url: string;
  readonly appUrl: string;
}

/** A PgBouncer in transaction mode before one database; its files are below the folder of the run. */
export async function startPgBouncer(
  { url: ownerUrl, appUrl }: Urls,
  starter: ProcessStarter,
  dataDir: string,
): Promise<Pooler> {
  const [app, { api: port }] = [new URL(appUrl), await freePorts()];
  const name = app.pathname.slice(1);
  await withClient(ownerUrl, (client) => giveSettings(client, app.username));
  const { owner } = await accountOfServer(dataDir);
  const child = await startProcess(starter, join(dataDir, `pgbouncer-${port}`), {
    ...{ port, name, url: appUrl, owner },
  });
  const url = `postgres://${app.username}:${app.password}@127.0.0.1:${port}/${name}`;
  await vi.waitFor(() => withClient(url, (client) => client.query('select')), {
    timeout: 20_000,
    interval: 50,
  });
  behind.set(url, appUrl);
  return { url, stop: () => child.kill() };
}
