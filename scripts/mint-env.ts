/** Prints `.env.example` with every secret filled in: `node scripts/mint-env.ts > .env`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';
import { mintSecrets } from './stack/secrets.ts';

const secrets: Partial<Record<string, string>> = mintSecrets();
const template = readFileSync(join(projectRoot, '.env.example'), 'utf8');
const filled = template.replace(/^([A-Z_]+)=$/gm, (line, name: string) => {
  const secret = secrets[name];
  // Single quotes: a JWK is JSON, and compose must not interpret what is in it.
  return secret === undefined ? line : `${name}='${secret}'`;
});
process.stdout.write(filled);
