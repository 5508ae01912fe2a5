import ts from 'typescript';
import { expect, it } from 'vitest';
import { reasons } from '../../src/domain/result-code.js';
import { functionFiles } from '../../src/platform/database/function-files.js';
import { filesIn, read } from './tree.js';

/** The catalogue itself, and the document that is made of it. */
const describing = /^src\/(domain\/(reason|result-code)|http\/open-api[\w-]*)\.ts$/;

/** Reasons that a program gives: not those that it documents (decorators), declares (types) or compares with. */
function givenIn(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isDecorator(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteral(node) && !isCompared(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
  return found;
}

function isCompared({ parent }: ts.Node): boolean {
  const isOperand =
    ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText());
  return isOperand || ts.isCaseClause(parent);
}

/** What the SQL functions answer is given as it is. */
function answeredIn(path: string): string[] {
  const code = read(path).replaceAll(/--.*$/gm, '');
  return [...code.matchAll(/'([A-Z_]+)'/g)].map((match) => match[1] ?? '');
}

it('gives every reason of the catalogue somewhere', () => {
  const programs = ['src', 'activities', 'workflows']
    .flatMap((folder) => filesIn(folder))
    .filter((path) => path.endsWith('.ts') && !describing.test(path))
    .filter((path) => /\b(Reason|ApiError)\b/.test(read(path)));
  const functions = functionFiles.map((name) => `src/${name}`);
  const given = new Set([...programs.flatMap(givenIn), ...functions.flatMap(answeredIn)]);
  expect(reasons.filter((reason) => !given.has(reason))).toEqual([]);
});
