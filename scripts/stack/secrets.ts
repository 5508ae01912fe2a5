import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorCode } from './problem.ts';

const makers = {
  MANILLA_PEPPER: randomKey,
  MANILLA_TOKEN_KEY: ed25519PrivateJwk,
  MANILLA_ACCESS_CODE_KEY: randomKey,
  MANILLA_NUMBER_KEY: randomKey,
  MANILLA_CODEC_KEY: randomKey,
  MANILLA_SEAL_KEY: randomKey,
  MANILLA_IDENTITY_KEY: randomKey,
  /** The password of the owner. */
  POSTGRES_PASSWORD: randomKey,
  /** The password of the programs. */
  POSTGRES_APP_PASSWORD: randomKey,
  // The seed gives it to the sandbox merchant, whose credentials thus stay the same from start to start.
  MANILLA_SANDBOX_CLIENT_SECRET: sandboxClientSecret,
  // The seed gives it to the sandbox's operator.
  MANILLA_SANDBOX_OPERATOR_TOKEN: () => `mop_${randomKey()}`,
} satisfies Record<string, () => string>;

export type Secrets = Record<keyof typeof makers, string>;

/**
 * The stack's secrets, read from `<dataDir>/secrets.json` (mode 0600); a missing one is minted and kept, because
 * data at rest (hashes, account numbers, encrypted payloads) is only readable with the key it was written with.
 */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const known = readSecrets(path);
  const secrets = { ...mintSecrets(), ...known };
  if (Object.keys(known).length !== Object.keys(secrets).length) {
    writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return secrets;
}

/** Secrets that lie in files of their own, because `npx manilla key-sets` changes them while the programs run. */
const keySetSecrets = [
  'MANILLA_PEPPER',
  'MANILLA_TOKEN_KEY',
  'MANILLA_CODEC_KEY',
  'MANILLA_SEAL_KEY',
] as const satisfies readonly (keyof Secrets)[];

/**
 * Writes the secrets that have no file yet into the folder (mode 0700). Returns the variables for the programs: the
 * folder's place instead of the secrets.
 */
export function keepKeyFiles(
  folder: string,
  secrets: Secrets,
): Record<(typeof keySetSecrets)[number] | 'MANILLA_SECRETS_DIR', string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of keySetSecrets) {
    const file = join(folder, name);
    if (!existsSync(file)) writeFileSync(file, `${secrets[name]}\n`, { mode: 0o600 });
  }
  const unset = {
    MANILLA_PEPPER: '',
    MANILLA_TOKEN_KEY: '',
    MANILLA_CODEC_KEY: '',
    MANILLA_SEAL_KEY: '',
  };
  return { ...unset, MANILLA_SECRETS_DIR: folder };
}

/** A fresh set of secrets. */
export function mintSecrets(): Secrets {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [name, make()]),
  ) as Secrets;
}

function readSecrets(path: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw error;
  }
}

function randomKey(): string {
  return randomBytes(32).toString('base64url');
}

/** In the form the product mints, which scanners for leaked secrets recognise. */
function sandboxClientSecret(): string {
  const body = `sk_test_${randomKey()}`;
  return body + crc32(body).toString(16).padStart(8, '0');
}

function ed25519PrivateJwk(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const kid = randomBytes(6).toString('base64url');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' });
}
