import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from './layout.ts';

/** Hashes all these files, with their names and contents; folders are taken whole. */
export function inputsHash(
  inputs: readonly string[],
  takes: (file: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesOf).filter(takes)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(projectRoot, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The file, or all files of the folder, by their paths from the root; nothing when it is not there. */
export function filesOf(input: string): string[] {
  const path = join(projectRoot, input);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [input];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .sort();
}
