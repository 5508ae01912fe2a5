import { dirname } from 'node:path/posix';
import type { CodeGraph } from './code-graph.ts';
import type { TypeScriptFile, TypeScriptImport, TypeScriptPiece } from './typescript-pieces.ts';

/** How many files away a member is looked for: the test, what drives the shop for it, the store. */
const memberReach = 3;

export const nodeOf = (file: string, name: string): string => `${file}#${name}`;
const fileOf = (node: string): string => node.split('#')[0] ?? node;
/** Of `npm test`: those of `npm run nightly` take longer than a choice has time for. */
export const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') && !path.startsWith('test/nightly/');

/** Links pieces of TypeScript by the names they mention, and files by their imports. */
export function linkTypeScript(graph: CodeGraph, files: ReadonlyMap<string, TypeScriptFile>): void {
  new TypeScriptLinks(graph, files).link();
}

class TypeScriptLinks {
  readonly #graph: CodeGraph;
  readonly #files: ReadonlyMap<string, TypeScriptFile>;
  readonly #members = new Map<string, Map<string, string[]>>();

  constructor(graph: CodeGraph, files: ReadonlyMap<string, TypeScriptFile>) {
    this.#graph = graph;
    this.#files = files;
    for (const file of files.values()) this.#members.set(file.path, membersOf(file));
  }

  link(): void {
    for (const file of this.#files.values()) {
      this.#linkFile(file);
      const scope = this.#scopeOf(file);
      const layers = this.#layersOf(file);
      for (const piece of file.pieces) {
        this.#linkNames(file, piece, scope);
        this.#linkMembers(file, piece, layers);
        this.#linkClass(file, piece, scope);
      }
    }
  }

  /** Loading a file runs what stands in it outside of declarations; of a test, everything. */
  #linkFile(file: TypeScriptFile): void {
    const { path, imports, passedOn, pieces } = file;
    for (const { name } of pieces) {
      const runs = isTest(path) || name === '';
      this.#graph.link(path, nodeOf(path, name), runs ? 0 : 2);
    }
    // A test that uses a thing by a way no name shows still imports it, if from far.
    for (const { local, file: used } of imports) this.#graph.link(path, used, local === '' ? 0 : 3);
    for (const { file: used } of passedOn) this.#graph.link(path, used, 3);
  }

  #scopeOf({ path, imports, pieces }: TypeScriptFile): ReadonlyMap<string, string> {
    const imported = imports.map((each) => [each.local, this.#target(each)] as const);
    const own = pieces.map(({ name }) => [name, nodeOf(path, name)] as const);
    return new Map([...imported, ...own].filter(([local]) => local !== ''));
  }

  /** The piece that an import means, also when a file on the way only passes it on. */
  #target({ name, file }: TypeScriptImport): string {
    const found = this.#files.get(file);
    if (found === undefined || name === '*') return file;
    if (found.pieces.some((each) => each.name === name)) return nodeOf(file, name);
    for (const passed of found.passedOn) {
      if (passed.local === name) return this.#target(passed);
      if (passed.local !== '*') continue;
      const target = this.#target({ ...passed, name });
      if (target !== passed.file) return target;
    }
    return file;
  }

  #linkNames(
    file: TypeScriptFile,
    piece: TypeScriptPiece,
    scope: ReadonlyMap<string, string>,
  ): void {
    for (const name of piece.names) {
      const used = scope.get(name);
      if (used === undefined) continue;
      this.#graph.link(nodeOf(file.path, piece.name), used, 1);
      // What a decorator writes down is read by others in its file: a guard, an interceptor.
      if (piece.decorators.has(name)) {
        this.#graph.link(nodeOf(file.path, piece.name), fileOf(used), 1);
      }
    }
  }

  /** A member is looked for nearest first; the more things have one of that name, the less its name says. */
  #linkMembers(
    file: TypeScriptFile,
    piece: TypeScriptPiece,
    layers: readonly (readonly string[])[],
  ): void {
    const user = nodeOf(file.path, piece.name);
    const [className = ''] = piece.name.split('.');
    for (const name of piece.ownMembers) {
      this.#graph.link(user, nodeOf(file.path, `${className}.${name}`), 1);
    }
    for (const name of piece.members) {
      for (const [far, layer] of layers.entries()) {
        const bearers = layer
          .flatMap((path) => this.#members.get(path)?.get(name) ?? [])
          .filter((each) => each !== user);
        if (bearers.length === 0) continue;
        const steps = Math.max(1, far) + Math.log2(bearers.length);
        for (const bearer of bearers) this.#graph.link(user, bearer, steps);
        break;
      }
    }
  }

  /** The file itself, what it imports, what that imports, ... */
  #layersOf({ path }: TypeScriptFile): string[][] {
    const seen = new Set([path]);
    const layers = [[path]];
    for (let far = 1; far <= memberReach; far += 1) {
      const imported = (layers[far - 1] ?? []).flatMap((each) => {
        const file = this.#files.get(each);
        return [...(file?.imports ?? []), ...(file?.passedOn ?? [])].map(({ file: used }) => used);
      });
      const fresh = [...new Set(imported)].filter((each) => !seen.has(each));
      for (const each of fresh) seen.add(each);
      layers.push(fresh);
    }
    return layers;
  }

  #linkClass(
    file: TypeScriptFile,
    piece: TypeScriptPiece,
    scope: ReadonlyMap<string, string>,
  ): void {
    const node = nodeOf(file.path, piece.name);
    const [className = '', member] = piece.name.split('.');
    if (member !== undefined) {
      const whole = nodeOf(file.path, className);
      this.#graph.link(node, whole, 1);
      // Whoever makes one can call each of its methods, and mostly calls others.
      this.#graph.link(whole, node, 3);
    }
    for (const name of piece.fulfils) this.#linkContract(scope.get(name), file, piece);
    if (file.path.endsWith('.module.ts')) {
      for (const name of piece.names) this.#linkWiring(scope.get(name), node, file.path);
    }
  }

  /** What a service is made of, its area's module tells; a store is made of a pool and nothing else. */
  #linkWiring(made: string | undefined, module: string, path: string): void {
    if (made === undefined || fileOf(made).endsWith('.store.ts')) return;
    if (dirname(fileOf(made)) === dirname(path)) this.#graph.link(made, module, 4);
  }

  /** Who calls an interface runs what fulfils it. */
  #linkContract(contract: string | undefined, file: TypeScriptFile, piece: TypeScriptPiece): void {
    const [path, name] = contract?.split('#') ?? [];
    const members = path === undefined ? undefined : this.#files.get(path)?.pieces;
    if (contract === undefined || members === undefined) return;
    this.#graph.link(contract, nodeOf(file.path, piece.name), 1);
    for (const { name: each } of members) {
      const [owner, member] = each.split('.');
      if (owner !== name || member === undefined) continue;
      const own = `${piece.name}.${member}`;
      const isMethod = file.pieces.some((other) => other.name === own);
      this.#graph.link(`${path}#${each}`, nodeOf(file.path, isMethod ? own : piece.name), 1);
    }
  }
}

function membersOf({ path, pieces }: TypeScriptFile): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (const { name } of pieces) {
    const member = name.split('.')[1];
    if (member !== undefined)
      members.set(member, [...(members.get(member) ?? []), nodeOf(path, name)]);
  }
  return members;
}
