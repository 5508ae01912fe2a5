import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type BuildOptions, ensureBuilt, workflowBundle } from '../../scripts/stack/build.ts';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { withClient } from '../../scripts/stack/postgres.ts';
import { migrate } from '../../src/platform/database/migrator.js';
import { appLoginOf } from '../../src/platform/database/roles.js';
import type { GivenServers, TestStackContext } from './stack-context.js';

/** The file that says where servers run already, for runs that are one of many (scripts/mutants.ts). */
export function givenServersFile(): string | undefined {
  return process.env['MANILLA_TEST_SERVERS'] || undefined;
}

/** What of `dist` the tests of a project use; the edge's may have been brought up to date by whoever runs them. */
const built: Readonly<Record<string, BuildOptions>> = {
  workflows: { only: 'workflow bundle' },
  ...(process.env['MANILLA_TEST_DIST'] === 'built' ? {} : { edge: {} }),
  e2e: {},
  browser: {},
  nightly: {},
};

/** Makes of servers that run what this tree needs besides: its template database, and what its tests use of `dist`. */
export async function useGivenServers(file: string, project: string): Promise<TestStackContext> {
  const servers = JSON.parse(readFileSync(file, 'utf8')) as GivenServers;
  const use = built[project];
  const [templateDatabase] = await Promise.all([
    ensureTemplate(servers.adminUrl, servers.env.DATABASE_URL),
    use === undefined ? undefined : ensureBuilt(() => {}, use),
  ]);
  const env = { ...servers.env, MANILLA_WORKFLOW_BUNDLE: workflowBundle };
  return { ...servers, templateDatabase, env };
}

/** Named by what it is made of, so that it is made once for each text of the functions. */
async function ensureTemplate(adminUrl: string, appUrl: string): Promise<string> {
  const name = `template_${schemaHash()}`;
  await withClient(adminUrl, async (client) => {
    // Two runs may want the same at once: the second finds what the first has made.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const known = await client.query('select from pg_database where datname = $1', [name]);
    if (known.rowCount !== 0) return;
    // Renamed at the end: one whose making broke off must not look like a good one.
    const unfinished = `unfinished_${randomBytes(6).toString('hex')}`;
    await client.query(`create database ${pg.escapeIdentifier(unfinished)}`);
    const databaseUrl = adminUrl.replace(/\/postgres(?=\?|$)/, `/${unfinished}`);
    const app = appLoginOf(databaseUrl, appUrl);
    await migrate({ databaseUrl, app, environment: 'sandbox' });
    await client.query(
      `alter database ${pg.escapeIdentifier(unfinished)} rename to ${pg.escapeIdentifier(name)}`,
    );
  });
  return name;
}

/** Of all that the migrator writes: migrations and functions, and the state tables of the domain. */
function schemaHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['src']) {
    const entries = readdirSync(join(projectRoot, folder), {
      recursive: true,
      withFileTypes: true,
    });
    const files = entries.filter(
      (entry) =>
        entry.isFile() &&
        (entry.name.endsWith('.sql') || /src\/(platform\/database|domain)$/.test(entry.parentPath)),
    );
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
      hash.update(readFileSync(path)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}
