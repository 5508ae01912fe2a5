import { CodeGraph } from './code-graph.ts';
import { linkFiles } from './file-links.ts';
import { linkRoutes } from './route-links.ts';
import { linkSql, sqlNode } from './sql-links.ts';
import { readSql, type SqlPiece } from './sql-pieces.ts';
import { linkTopics } from './topic-links.ts';
import { isTest, linkTypeScript, nodeOf } from './typescript-links.ts';
import { readTypeScript, type TypeScriptFile } from './typescript-pieces.ts';

/** What a repository holds, by path. Of files that are neither TypeScript nor SQL only the path counts. */
export type Sources = ReadonlyMap<string, string>;

export const isTypeScript = (path: string): boolean =>
  /\.(ts|cts|mjs)$/.test(path) && !path.endsWith('.d.ts');
export const isSql = (path: string): boolean => path.endsWith('.sql');

/** The code taken apart and linked; knows its tests. */
export class CodeMap {
  readonly graph = new CodeGraph();
  readonly tests: readonly string[];
  readonly #typeScript: ReadonlyMap<string, TypeScriptFile>;
  readonly #sql: ReadonlyMap<string, readonly SqlPiece[]>;

  constructor(sources: Sources) {
    const paths = [...sources.keys()];
    const of = <Read>(
      isMine: (path: string) => boolean,
      read: (path: string, text: string) => Read,
    ) =>
      new Map(
        [...sources]
          .filter(([path]) => isMine(path))
          .map(([path, text]) => [path, read(path, text)]),
      );
    this.tests = paths.filter(isTest);
    this.#typeScript = of(isTypeScript, readTypeScript);
    this.#sql = of(isSql, (_path, text) => readSql(text));
    linkTypeScript(this.graph, this.#typeScript);
    linkSql(this.graph, this.#sql, this.#typeScript);
    linkRoutes(this.graph, this.#typeScript);
    linkFiles(this.graph, paths, this.#typeScript);
    linkTopics(this.graph, paths);
  }

  /** Where in the graph a change of this file begins: at the pieces whose text differs, or at all of it. */
  changedNodes(path: string, before: string | undefined): string[] {
    const now = this.#nodesOf(path);
    if (before === undefined) return [path, ...new Set(now.map(({ node }) => node))];
    const then = textsOf(piecesOf(path, before));
    const differ = now.filter(({ node, text }) => then.get(node)?.has(text) !== true);
    const still = new Set(now.map(({ node }) => node));
    const gone = [...then.keys()].filter((node) => !still.has(node));
    const nodes = [...new Set([...differ.map(({ node }) => node), ...gone])];
    // A comment, the order of declarations, or a kind of file that has no pieces.
    return nodes.length > 0 ? nodes : [path, ...still];
  }

  #nodesOf(path: string): readonly NodeText[] {
    const typeScript = this.#typeScript.get(path);
    if (typeScript !== undefined) return typeScriptNodes(typeScript);
    return (this.#sql.get(path) ?? []).map(({ name, text }) => ({ node: sqlNode(name), text }));
  }
}

interface NodeText {
  readonly node: string;
  readonly text: string;
}

function piecesOf(path: string, text: string): readonly NodeText[] {
  if (isTypeScript(path)) return typeScriptNodes(readTypeScript(path, text));
  if (!isSql(path)) return [];
  return readSql(text).map(({ name, text: statement }) => ({
    node: sqlNode(name),
    text: statement,
  }));
}

function typeScriptNodes({ path, pieces }: TypeScriptFile): readonly NodeText[] {
  // The parts of a test are not told apart: it runs as a whole.
  if (isTest(path)) return [{ node: path, text: pieces.map(({ text }) => text).join('\n') }];
  return pieces.map(({ name, text }) => ({ node: nodeOf(path, name), text }));
}

/** A migration may concern a table in several statements. */
function textsOf(pieces: readonly NodeText[]): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const { node, text } of pieces) texts.set(node, (texts.get(node) ?? new Set()).add(text));
  return texts;
}
