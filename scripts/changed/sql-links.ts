import type { CodeGraph } from './code-graph.ts';
import { SqlNames, type SqlPiece } from './sql-pieces.ts';
import { nodeOf } from './typescript-links.ts';
import type { TypeScriptFile } from './typescript-pieces.ts';

export const sqlNode = (name: string): string => `sql:${name}`;

/** Links SQL functions by what they call, and TypeScript by the functions, views and tables its texts name. */
export function linkSql(
  graph: CodeGraph,
  sql: ReadonlyMap<string, readonly SqlPiece[]>,
  typeScript: ReadonlyMap<string, TypeScriptFile>,
): void {
  const names = new SqlNames([...sql.values()].flat());
  // Tables are used by many, and seldom break their users.
  const stepsTo = (name: string): number => (names.isTable(name) ? 2 : 1);
  const linkUses = (user: string, text: string): void => {
    for (const name of names.usedIn(text)) graph.link(user, sqlNode(name), stepsTo(name));
  };
  for (const [path, pieces] of sql) {
    for (const { name, text } of pieces) {
      graph.link(path, sqlNode(name), 2);
      linkUses(sqlNode(name), text);
    }
  }
  for (const { path, pieces } of typeScript.values()) {
    for (const { name, strings } of pieces) {
      for (const text of strings) linkUses(nodeOf(path, name), text);
    }
  }
}
