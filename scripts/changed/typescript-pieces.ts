import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** A part of a file that is changed and used by itself: a declaration, or a method of a class. */
export interface TypeScriptPiece {
  /** `PgRefundStore.request`; empty for what runs when the file is loaded. */
  readonly name: string;
  /** Without the pieces inside it: two versions are compared by it. */
  readonly text: string;
  /** Identifiers it mentions. */
  readonly names: ReadonlySet<string>;
  /** Those of them that stand in a decorator. */
  readonly decorators: ReadonlySet<string>;
  /** `name` of `any.name`. */
  readonly members: ReadonlySet<string>;
  /** `name` of `this.name`. */
  readonly ownMembers: ReadonlySet<string>;
  /** Its texts; an asterisk stands for what a template puts in. */
  readonly strings: readonly string[];
  /** The interfaces that a class implements or a function returns. */
  readonly fulfils: readonly string[];
  /** Path of an HTTP operation, with an asterisk for each parameter. */
  readonly route?: string;
}

/** `import { name as local } from 'file'`; the name `*` stands for all, and a local name of '' for none. */
export interface TypeScriptImport {
  readonly local: string;
  readonly name: string;
  readonly file: string;
}

export interface TypeScriptFile {
  readonly path: string;
  readonly imports: readonly TypeScriptImport[];
  /** What it passes on from other files under a name of its own. */
  readonly passedOn: readonly TypeScriptImport[];
  readonly pieces: readonly TypeScriptPiece[];
}

/** Takes a file apart by its syntax alone, which is fast. */
export function readTypeScript(path: string, text: string): TypeScriptFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const loose: ts.Node[] = [];
  const pieces: TypeScriptPiece[] = [];
  const imports: TypeScriptImport[] = [];
  const passedOn: TypeScriptImport[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) imports.push(...importsOf(path, statement));
    else if (ts.isExportDeclaration(statement)) passedOn.push(...passedOnBy(path, statement));
    else if (ts.isClassDeclaration(statement)) pieces.push(...classPieces(statement));
    else if (ts.isInterfaceDeclaration(statement)) pieces.push(...interfacePieces(statement));
    else {
      const names = declaredNames(statement);
      if (names.length === 0) loose.push(statement);
      for (const name of names) pieces.push(piece(name, [statement]));
    }
  }
  pieces.push(piece('', loose));
  return { path, imports, passedOn, pieces };
}

/** The file an import means, as it is called in the repository; undefined for a package. */
export function importedFile(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return join(dirname(from), specifier).replace(/\.(c|m)?js$/, (_all, kind: string | undefined) =>
    kind === 'm' ? '.mjs' : `.${kind ?? ''}ts`,
  );
}

function importsOf(path: string, statement: ts.ImportDeclaration): TypeScriptImport[] {
  const file = importedFile(path, (statement.moduleSpecifier as ts.StringLiteral).text);
  if (file === undefined) return [];
  const clause = statement.importClause;
  if (clause === undefined) return [{ local: '', name: '*', file }];
  const found: TypeScriptImport[] = [];
  if (clause.name !== undefined) found.push({ local: clause.name.text, name: '*', file });
  const bindings = clause.namedBindings;
  if (bindings === undefined) return found;
  if (ts.isNamespaceImport(bindings))
    return [...found, { local: bindings.name.text, name: '*', file }];
  return [...found, ...bindings.elements.map((each) => bound(each, file))];
}

function passedOnBy(path: string, statement: ts.ExportDeclaration): TypeScriptImport[] {
  const specifier = statement.moduleSpecifier;
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
  const file = importedFile(path, specifier.text);
  if (file === undefined) return [];
  const clause = statement.exportClause;
  if (clause === undefined || !ts.isNamedExports(clause)) return [{ local: '*', name: '*', file }];
  return clause.elements.map((each) => bound(each, file));
}

function bound(each: ts.ImportSpecifier | ts.ExportSpecifier, file: string): TypeScriptImport {
  return { local: each.name.text, name: (each.propertyName ?? each.name).text, file };
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

function classPieces(declared: ts.ClassDeclaration): TypeScriptPiece[] {
  const name = declared.name?.text ?? '';
  const base = textOfDecorator(declared, 'Controller');
  const methods = declared.members.filter(
    (member) => ts.isMethodDeclaration(member) || ts.isAccessor(member),
  );
  const fulfils = (declared.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap(({ types }) => types.map(({ expression }) => expression.getText()));
  return [
    { ...piece(name, [declared], methods), fulfils },
    ...methods.map((method) => {
      const own = piece(`${name}.${nameOf(method)}`, [method]);
      const path = base === undefined ? undefined : routeOf(method);
      return path === undefined ? own : { ...own, route: joinedRoute(base ?? '', path) };
    }),
  ];
}

function interfacePieces(declared: ts.InterfaceDeclaration): TypeScriptPiece[] {
  const name = declared.name.text;
  const named = declared.members.filter(({ name: member }) => member !== undefined);
  return [
    piece(name, [declared], named),
    ...named.map((member) => piece(`${name}.${nameOf(member)}`, [member])),
  ];
}

function nameOf(member: ts.ClassElement | ts.TypeElement): string {
  return member.name?.getText() ?? '';
}

const verbs = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete']);

function routeOf(method: ts.ClassElement): string | undefined {
  for (const verb of verbs) {
    const path = textOfDecorator(method, verb);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The text a decorator is given; empty when it is given none; undefined without the decorator. */
function textOfDecorator(node: ts.Node, name: string): string | undefined {
  if (!ts.canHaveDecorators(node)) return undefined;
  for (const { expression } of ts.getDecorators(node) ?? []) {
    if (!ts.isCallExpression(expression) || expression.expression.getText() !== name) continue;
    const [argument] = expression.arguments;
    return argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : '';
  }
  return undefined;
}

function joinedRoute(base: string, path: string): string {
  const parts = `/${base}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (part.startsWith(':') ? '*' : part)).join('/')}`;
}

function piece(
  name: string,
  nodes: readonly ts.Node[],
  apart: readonly ts.Node[] = [],
): TypeScriptPiece {
  const uses = new Uses(new Set(apart));
  for (const node of nodes) uses.visit(node);
  const texts = nodes.map((node) => textWithout(node, apart));
  const returns = nodes.flatMap((node) =>
    ts.isFunctionDeclaration(node) && node.type !== undefined && ts.isTypeReferenceNode(node.type)
      ? [node.type.typeName.getText()]
      : [],
  );
  const { names, decorators, members, ownMembers, strings } = uses;
  const text = texts.join('\n');
  return { name, text, names, decorators, members, ownMembers, strings, fulfils: returns };
}

function textWithout(node: ts.Node, apart: readonly ts.Node[]): string {
  const start = node.getStart();
  let text = node.getText();
  for (const each of apart.toReversed()) {
    text = text.slice(0, each.getFullStart() - start) + text.slice(each.getEnd() - start);
  }
  return text;
}

class Uses {
  readonly names = new Set<string>();
  readonly decorators = new Set<string>();
  readonly members = new Set<string>();
  readonly ownMembers = new Set<string>();
  readonly strings: string[] = [];
  readonly #apart: ReadonlySet<ts.Node>;

  constructor(apart: ReadonlySet<ts.Node>) {
    this.#apart = apart;
  }

  visit = (node: ts.Node): void => {
    if (this.#apart.has(node)) return;
    if (ts.isPropertyAccessExpression(node)) {
      const isOwn = node.expression.kind === ts.SyntaxKind.ThisKeyword;
      (isOwn ? this.ownMembers : this.members).add(node.name.text);
      this.visit(node.expression);
      return;
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      this.members.add((node.propertyName ?? node.name).getText());
    } else if (ts.isIdentifier(node)) {
      this.names.add(node.text);
      if (isDecorating(node)) this.decorators.add(node.text);
    } else if (ts.isStringLiteralLike(node)) {
      this.strings.push(node.text);
    } else if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => `*${literal.text}`);
      this.strings.push(node.head.text + spans.join(''));
    }
    ts.forEachChild(node, this.visit);
  };
}

/** `Name` of `@Name` and of `@Name(...)`. */
function isDecorating({ parent }: ts.Identifier): boolean {
  return ts.isDecorator(parent) || (ts.isCallExpression(parent) && ts.isDecorator(parent.parent));
}
