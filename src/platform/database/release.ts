import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruleFunctions } from '../../domain/rules-in-sql.ts';
import { functionFiles } from './function-files.ts';

/** src/, and dist/src/ alike: the build copies the .sql files. */
const directory = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Returns the SQL texts that make the functions, in order: the rules of src/domain, which all others may call, and then
 * each file.
 */
export function functionTexts(): readonly string[] {
  return [
    ruleFunctions(),
    ...functionFiles.map((name) => readFileSync(join(directory, name), 'utf8')),
  ];
}

let known: string | undefined;

/** The schema with the functions of this release, named by their texts: equal functions share it. */
export function releaseSchema(): string {
  known ??= schemaOf(functionTexts());
  return known;
}

export function schemaOf(texts: readonly string[]): string {
  return `release_${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)}`;
}

/**
 * The schema of the tables stands first, so that objects which a function creates are made there and outlive the
 * release.
 */
export function searchPath(schema: string): string {
  return `public,${schema}`;
}

/** A start-up option by which a connection calls the functions of this release, whatever other releases there are. */
export function releaseOption(): string {
  return `-c search_path=${searchPath(releaseSchema())}`;
}
