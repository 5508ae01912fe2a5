import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../scripts/stack/layout.ts';

/** The compiled code, whose decorators Nest and class-validator read. */
export function compiled<Module>(file: string): Promise<Module> {
  return import(pathToFileURL(join(projectRoot, 'dist', 'src', file)).href) as Promise<Module>;
}
