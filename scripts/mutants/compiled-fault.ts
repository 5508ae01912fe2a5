import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const sqlOrAlone = /\.sql$|\.tsx?$/;
/** Nest's compiler reads types where there are decorators; any other file is translated by itself. */
const hasDecorators = /^\s*@\w+\(/m;

/** Brings a fault of the source into `dist`, which the tests of the edge run; a build would take half a minute. */
export class CompiledFault {
  readonly #folder: string;
  readonly #options: ts.CompilerOptions;

  constructor(folder: string) {
    this.#folder = folder;
    const config = join(folder, 'tsconfig.build.json');
    const { config: json } = ts.readConfigFile(config, (path) => readFileSync(path, 'utf8')) as {
      config: unknown;
    };
    this.#options = ts.parseJsonConfigFileContent(
      json,
      { ...ts.sys, readDirectory: () => [] },
      folder,
      undefined,
      config,
    ).options;
  }

  /** Answers how to take it out again; undefined when only a build can bring it in. */
  bringIn(file: string): (() => void) | undefined {
    const text = readFileSync(join(this.#folder, file), 'utf8');
    if (!file.startsWith('src/') || !sqlOrAlone.test(file) || hasDecorators.test(text)) {
      return undefined;
    }
    const path = join(this.#folder, 'dist', file.replace(/\.tsx?$/, '.js'));
    const former = readFileSync(path, 'utf8');
    writeFileSync(path, this.#translated(file, text));
    return () => writeFileSync(path, former);
  }

  #translated(fileName: string, text: string): string {
    if (fileName.endsWith('.sql')) return text;
    // That the package is of modules stands in its package.json, which is not looked for here.
    const compilerOptions = { ...this.#options, module: ts.ModuleKind.ESNext };
    return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
  }

  /** After a build with a fault in it: as it was made of the tree without any. */
  restoreFrom(dist: string): void {
    const own = join(this.#folder, 'dist');
    rmSync(own, { recursive: true });
    cpSync(dist, own, { recursive: true });
  }
}
