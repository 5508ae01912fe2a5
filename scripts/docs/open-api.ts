import { readFileSync } from 'node:fs';
import { builtDocument, ensureBuilt } from '../stack/build.ts';
import type { ContractDocument, ExactContract } from './contract-document.ts';

/** The documents that the built code makes of itself: src/http/open-api-document.ts describes each. */
export interface ApiDocuments {
  readonly merchants: ContractDocument;
  readonly providers: ContractDocument;
  readonly exact: ExactContract;
  readonly operators: ContractDocument;
}

/** Builds the code first when it is not up to date. */
export async function apiDocuments(): Promise<ApiDocuments> {
  await ensureBuilt();
  return {
    merchants: read('merchants') as ContractDocument,
    providers: read('providers') as ContractDocument,
    exact: read('exact') as ExactContract,
    operators: read('operators') as ContractDocument,
  };
}

function read(name: keyof ApiDocuments): unknown {
  return JSON.parse(readFileSync(builtDocument(name), 'utf8'));
}

/** Returns the text of the document as it is checked in. */
export function documentText(document: ContractDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
