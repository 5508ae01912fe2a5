import { join } from 'node:path';
import type { Config } from '../platform/config/config.js';
import type { ApiDocuments } from './open-api-document.js';

/** `operators`: the document of the program that operators call. */
export type DocumentName = keyof ApiDocuments | 'operators';

/** Returns the file in which the build keeps one of the OpenAPI documents (src/programs/open-api.ts writes them). */
export function builtDocument(environment: Config['environment'], name: DocumentName): string {
  return join(import.meta.dirname, '..', '..', 'openapi', environment, `${name}.json`);
}
