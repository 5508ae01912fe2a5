import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Mutant, plant } from '../../test/mutants/mutant.ts';
import { projectRoot } from '../stack/layout.ts';

/** `dist` comes along: files that are built from the same inputs need not be built again. */
const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git', '.manilla', 'coverage']);

/** A copy of the working tree as it is now, for faults to be planted in; the tree itself is never changed. */
export class WorkingCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'manilla-mutants-'));

  constructor() {
    const isWanted = (path: string): boolean => !leftOut.has(relative(projectRoot, path));
    cpSync(projectRoot, this.folder, { recursive: true, filter: isWanted });
    symlinkSync(join(projectRoot, 'node_modules'), join(this.folder, 'node_modules'), 'dir');
  }

  /** Answers how to take the fault out again; undefined when the mutant is stale. */
  plant(mutant: Mutant): (() => void) | undefined {
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, 'utf8');
    const faulty = plant(mutant, text);
    if (faulty === undefined) return undefined;
    writeFileSync(path, faulty);
    return () => writeFileSync(path, text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
