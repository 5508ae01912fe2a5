import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '../stack/build.ts';
import { projectRoot } from '../stack/layout.ts';
import type { ContractDocument, ExactContract } from './contract-document.ts';

const run = promisify(execFile);

/** As the built code describes itself: src/http/open-api-document.ts says what each is. */
export interface ApiDocuments {
  readonly merchants: ContractDocument;
  readonly providers: ContractDocument;
  readonly exact: ExactContract;
}

/** Builds the code first when it is not up to date. */
export async function apiDocuments(): Promise<ApiDocuments> {
  await ensureBuilt();
  const program = join(projectRoot, 'dist', 'src', 'open-api.js');
  const { stdout } = await run(process.execPath, [program], { maxBuffer: 64 * 1_024 * 1_024 });
  return JSON.parse(stdout) as ApiDocuments;
}

/** As it is checked in. */
export function documentText(document: ContractDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
