/** Prints `.env.example` with every secret filled in: `node scripts/mint-env.ts > .env`. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './stack/layout.ts';
import { mintSecrets } from './stack/secrets.ts';

const secrets: Partial<Record<string, string>> = mintSecrets();
const template = readFileSync(join(projectRoot, '.env.example'), 'utf8');
const filled = template.replace(/^([A-Z_]+)=$/gm, (_line, name: string) => {
  // The local stack has no use for some of them.
  const secret = secrets[name] ?? randomBytes(32).toString('base64url');
  // Single quotes: a JWK is JSON, and compose must not interpret its content.
  return `${name}='${secret}'`;
});
process.stdout.write(filled);
