import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.ts';

/**
 * The default of 16, because with one shard a workflow task waits 35 ms between scheduling and start; with sixteen,
 * none.
 */
const defaultShards = 16;
const mostShards = 16_384;

/** Reads the wanted number of history shards; undefined: the variable is not set. @throws Problem */
export function shardsFromEnvironment(env: NodeJS.ProcessEnv): number | undefined {
  const text = env['MANILLA_TEMPORAL_SHARDS'];
  if (!text) return undefined;
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= mostShards) return shards;
  throw new Problem(
    `MANILLA_TEMPORAL_SHARDS is "${text}"; set it to a whole number from 1 to ${mostShards}, or leave it unset.`,
  );
}

/**
 * Returns the number of shards that the store in `dir` has, or is to be made with. @throws Problem when it has another
 * number than is asked for
 */
export function shardsOfStore(dir: string, wanted: number | undefined): number {
  const made = shardsMade(dir);
  if (made === undefined || wanted === undefined || made === wanted) {
    return made ?? wanted ?? defaultShards;
  }
  throw new Problem(
    `Temporal's store in ${dir} has ${made} history shards, and MANILLA_TEMPORAL_SHARDS asks for ${wanted}: a store keeps the number that it was made with. ` +
      `Leave the variable unset, or move the folder away, start again, and run "npm run rebuild-temporal" (docs/backup-and-restore.md).`,
  );
}

/** Written after a good start. */
export function keepShards(dir: string, shards: number): void {
  writeFileSync(fileOf(dir), String(shards));
}

function shardsMade(dir: string): number | undefined {
  if (existsSync(fileOf(dir))) return Number(readFileSync(fileOf(dir), 'utf8'));
  // Stores from before the number was kept.
  return existsSync(join(dir, 'schema-version')) ? defaultShards : undefined;
}

function fileOf(dir: string): string {
  return join(dir, 'history-shards');
}
