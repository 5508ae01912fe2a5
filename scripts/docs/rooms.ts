import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { functionFiles } from '../../src/platform/database/function-files.ts';
import { readSql, SqlNames } from './sql-pieces.ts';

const root = join(import.meta.dirname, '..', '..');

/** The purpose of each room, from the bottom up. */
export const { rooms } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  readonly rooms: Readonly<Record<string, string>>;
};

const names = Object.keys(rooms);

/** The room of a file of the product; .dependency-cruiser.cjs says the same in patterns. */
export function roomOf(path: string): string | undefined {
  const [top, room, ...rest] = path.split('/');
  if (top === undefined || room === undefined || !/^(src|workflows|activities)$/.test(top)) return;
  if (rest.length > 0) return room;
  return room === 'index.ts' ? 'programs' : 'platform';
}

export interface SqlCall {
  readonly from: string;
  readonly to: string;
  /** The function that calls, and the function, view or type that it uses. */
  readonly caller: string;
  readonly used: string;
}

/** Returns the calls of the SQL functions into other files. */
export function readSqlCalls(): SqlCall[] {
  const files = functionFiles.map((name) => ({
    path: `src/${name}`,
    pieces: readSql(readFileSync(join(root, 'src', name), 'utf8')),
  }));
  const homes = new Map(
    files.flatMap(({ path, pieces }) => pieces.map((piece) => [piece.name, path] as const)),
  );
  const known = new SqlNames(files.flatMap(({ pieces }) => pieces));
  return files.flatMap(({ path, pieces }) =>
    pieces.flatMap((piece) =>
      [...known.usedIn(piece.text)].flatMap((used) => {
        const to = homes.get(used);
        return to === undefined || to === path
          ? []
          : [{ from: path, to, caller: piece.name, used }];
      }),
    ),
  );
}

/** Calls of a function of a room that stands above its caller's, as sentences. */
export function sqlCallsUpwards(): string[] {
  return readSqlCalls()
    .filter(({ from, to }) => floorOf(to) > floorOf(from))
    .map(({ from, to, caller, used }) => `${from}: ${caller} uses ${used} of ${to}`);
}

/** Returns the rooms that each room uses: by imports, and by calls between SQL functions. */
export function usesOf(imports: ICruiseResult): Map<string, Set<string>> {
  const uses = new Map(names.map((name) => [name, new Set<string>()] as const));
  const note = (from: string, to: string): void => {
    const [user, used] = [roomOf(from), roomOf(to)];
    if (user !== undefined && used !== undefined && user !== used) uses.get(user)?.add(used);
  };
  for (const { source, dependencies } of imports.modules) {
    for (const { resolved } of dependencies) note(source, resolved);
  }
  for (const { from, to } of readSqlCalls()) note(from, to);
  return uses;
}

function floorOf(path: string): number {
  return names.indexOf(roomOf(path) ?? '');
}
