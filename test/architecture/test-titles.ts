import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { read, root } from './tree.js';

/** A whole title, with the names of the blocks around it; `null` where the text is known only when the test runs. */
type Title = readonly (string | null)[];

/** Whether a test of the file, or of a suite of ours that it calls, may have the words in its title. */
export function mayHaveTest(file: string, words: string): boolean {
  const seen = new Set<string>();
  const search = (path: string): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    const { titles, imported } = (known[path] ??= readTests(path));
    return titles.some((title) => mayHold(title, words)) || imported.some(search);
  };
  return search(file);
}

interface Tests {
  readonly titles: readonly Title[];
  /** Files below `test` whose suites it may call. */
  readonly imported: readonly string[];
}

const known: Record<string, Tests> = {};

function readTests(path: string): Tests {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  return { titles: titlesIn(source), imported: importedBy(source, path) };
}

function titlesIn(source: ts.SourceFile): Title[] {
  const titles: Title[] = [];
  const visit = (node: ts.Node, around: Title): void => {
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    const kind = ts.isCallExpression(node) ? kindOf(node.expression) : undefined;
    if (title === undefined || kind === undefined) {
      ts.forEachChild(node, (child) => visit(child, around));
      return;
    }
    const whole = [...around, ...partsOf(title)];
    if (kind === 'test') titles.push(whole);
    else ts.forEachChild(node, (child) => visit(child, [...whole, ' ']));
  };
  visit(source, []);
  return titles;
}

/** `it`, `it.each(rows)`, `describe.skipIf(why)` and their like. */
function kindOf(called: ts.Expression): 'test' | 'block' | undefined {
  if (ts.isIdentifier(called)) {
    if (called.text === 'it' || called.text === 'test') return 'test';
    return called.text === 'describe' ? 'block' : undefined;
  }
  if (ts.isCallExpression(called)) {
    return ts.isPropertyAccessExpression(called.expression) ? kindOf(called.expression) : undefined;
  }
  return ts.isPropertyAccessExpression(called) ? kindOf(called.expression) : undefined;
}

function partsOf(title: ts.Expression): Title {
  if (ts.isStringLiteralLike(title)) return withoutPlaceholders(title.text);
  if (!ts.isTemplateExpression(title)) return [null];
  const spans = title.templateSpans.flatMap(({ literal }) => [
    null,
    ...withoutPlaceholders(literal.text),
  ]);
  return [...withoutPlaceholders(title.head.text), ...spans];
}

/** What vitest fills in from the row of a table. */
function withoutPlaceholders(text: string): Title {
  const parts = text.split(/%[a-z#$]|\$[\w.]+/i);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [null, part]));
}

/** Whether the words stand in some text that the title may become. */
function mayHold(title: Title, words: string): boolean {
  const tokens = title.flatMap((part) => (part === null ? [null] : [...part]));
  const wanted = [...words];
  const fits = (at: number, from: number): boolean => {
    const token = tokens[from];
    if (at === wanted.length) return true;
    if (token === undefined) return false;
    if (token === null) return fits(at, from + 1) || fits(at + 1, from);
    return token === wanted[at] && fits(at + 1, from + 1);
  };
  return tokens.some((_, from) => fits(0, from));
}

function importedBy(source: ts.SourceFile, path: string): string[] {
  return source.statements
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(path), name).replace(/\.js$/, '.ts'))
    .filter((file) => file.startsWith('test/') && existsSync(join(root, file)));
}
