import { chown, copyFile, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Owner } from '../../../scripts/stack/postgres-account.ts';
import { errorCode } from '../../../scripts/stack/problem.ts';

/** Files of the running process, which a copy must not have. */
const skipped: readonly string[] = [
  ...['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal'],
];
/** Folders whose contents a server makes anew, or is sent. */
const emptied: readonly string[] = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
];

/**
 * Copies the files of a server that runs, as pg_basebackup does (which the embedded binaries lack): between
 * pg_backup_start and pg_backup_stop, on one connection. The log that was written meanwhile comes by streaming, so its
 * slot must be there before.
 *
 * @throws what the server or the disk says; then the copy is not to be used
 */
export async function copyRunningServer(
  client: pg.Client,
  from: string,
  to: string,
  owner: Owner | undefined,
): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await client.query(`select pg_backup_start('standby', fast => true)`);
  await copyFolder(from, to, owner);
  // Without an archive: what the log lacks is streamed.
  const { rows } = await client.query<{ label: string; spaces: string }>(
    `select labelfile as label, spcmapfile as spaces from pg_backup_stop(wait_for_archive => false)`,
  );
  const { label = '', spaces = '' } = rows[0] ?? {};
  await writeOwned(join(to, 'backup_label'), label, owner);
  if (spaces !== '') await writeOwned(join(to, 'tablespace_map'), spaces, owner);
}

async function copyFolder(from: string, to: string, owner: Owner | undefined, depth = 0) {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await give(to, owner);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      const isEmptied = depth === 0 && emptied.includes(entry.name);
      if (isEmptied) await makeEmpty(target, owner, entry.name);
      else await copyFolder(source, target, owner, depth + 1);
    } else if (isWanted(entry.name, depth) && entry.isFile()) {
      await copyOne(source, target, owner);
    }
  }
}

/** Temporary files, sockets and what tells of the running process stay behind. */
function isWanted(name: string, depth: number): boolean {
  if (name.startsWith('pgsql_tmp') || name.startsWith('.s.PGSQL')) return false;
  return depth > 0 || !skipped.includes(name);
}

async function makeEmpty(folder: string, owner: Owner | undefined, name: string): Promise<void> {
  const folders = name === 'pg_wal' ? [folder, join(folder, 'archive_status')] : [folder];
  for (const each of folders) {
    await mkdir(each, { recursive: true, mode: 0o700 });
    await give(each, owner);
  }
}

async function copyOne(source: string, target: string, owner: Owner | undefined): Promise<void> {
  try {
    await copyFile(source, target);
    await give(target, owner);
  } catch (error) {
    // Dropped while we copied: the log says so, and the standby drops it as well.
    const isGone =
      errorCode(error) === 'ENOENT' && (await lstat(source).catch(() => undefined)) === undefined;
    if (!isGone) throw error;
    await rm(target, { force: true });
  }
}

/** Writes a file that the server's account may read. */
export async function writeOwned(
  file: string,
  text: string,
  owner: Owner | undefined,
): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  await give(file, owner);
}

async function give(path: string, owner: Owner | undefined): Promise<void> {
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
}
