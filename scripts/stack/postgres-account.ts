import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem } from './problem.ts';

/** The way to run PostgreSQL's programs, which refuse to run as root. */
export interface PostgresAccount {
  /** The owner of the data; undefined when that is simply the user who runs us. */
  readonly owner?: Owner;
  /** Put in front of every command line; when empty, the process is spawned as `owner`. */
  readonly prefix: readonly string[];
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Ordinary users run PostgreSQL as themselves. For root, the owner of existing data is kept, else the accounts
 * `postgres` or `nobody` serve; no account is created, because that would change the machine for good.
 */
export function postgresAccount(dataDir: string, binDir: string): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = existingOwner(dataDir) ?? accountOf('postgres') ?? accountOf('nobody');
  if (owner === undefined) {
    throw new Problem(
      'PostgreSQL does not run as root and there is no account named postgres or nobody; run the command as an ordinary user.',
    );
  }
  if (mayEnter(dirname(dataDir), owner) && mayEnter(binDir, owner)) return { owner, prefix: [] };
  return { owner, prefix: dropRootButReadFolders(owner) };
}

/** The command that runs a program of PostgreSQL under the account. */
export function commandAs(
  { owner, prefix }: PostgresAccount,
  program: string,
  args: readonly string[],
): { command: string; args: readonly string[]; uid?: number; gid?: number } {
  const [wrapper, ...wrapperArgs] = prefix;
  if (wrapper === undefined) return { command: program, args, ...owner };
  return { command: wrapper, args: [...wrapperArgs, program, ...args] };
}

function existingOwner(path: string): Owner | undefined {
  if (!existsSync(path)) return undefined;
  const { uid, gid } = statSync(path);
  return uid === 0 ? undefined : { uid, gid };
}

function accountOf(name: string): Owner | undefined {
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function mayEnter(folder: string, { uid, gid }: Owner): boolean {
  const { mode, uid: ownerUid, gid: ownerGid } = statSync(folder);
  const bit = ownerUid === uid ? 0o100 : ownerGid === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(folder) === folder || mayEnter(dirname(folder), { uid, gid });
}

/** A clone below a private folder (as root's home is) cannot be entered by another account unless it keeps this right. */
function dropRootButReadFolders({ uid, gid }: Owner): readonly string[] {
  const rights = '+dac_override,+dac_read_search';
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Without it access(2), with which initdb looks for its programs, would not count the rights.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${rights}`,
    `--ambient-caps=${rights}`,
    '--',
  ];
  try {
    execFileSync('setpriv', [...prefix.slice(1), 'true'], { stdio: 'ignore' });
  } catch {
    throw new Problem(
      'PostgreSQL does not run as root, and the account it would use may not enter this folder; run the command as an ordinary user, or move the project to a folder everyone may enter.',
    );
  }
  return prefix;
}
