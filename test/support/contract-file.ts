import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocuments } from '../../scripts/docs/open-api.ts';

/** Where the exact document lies that replies are held against. */
export function contractFileOf(dataDir: string): string {
  return join(dataDir, 'contract.json');
}

/** Also builds `dist`. */
export async function writeContract(dataDir: string): Promise<string> {
  const { exact } = await apiDocuments();
  const file = contractFileOf(dataDir);
  writeFileSync(file, JSON.stringify(exact));
  return file;
}
