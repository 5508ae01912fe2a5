import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  providerNames,
  providerPrefix,
  type ProviderValues,
  providerValues,
} from './provider-values.js';
import { senderSecrets } from './sender-settings.js';

/** The secret settings, which may lie in a file. */
const secretNames = [
  'DATABASE_URL',
  'MANILLA_DIRECT_DATABASE_URL',
  'MANILLA_OWNER_DATABASE_URL',
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'MANILLA_PEPPER',
  'MANILLA_TOKEN_KEY',
  'MANILLA_ACCESS_CODE_KEY',
  'MANILLA_NUMBER_KEY',
  'MANILLA_CODEC_KEY',
  'MANILLA_SEAL_KEY',
  'MANILLA_HOOK_KEY',
  'MANILLA_IDENTITY_KEY',
  ...senderSecrets,
] as const;

/**
 * The environment with its secrets. A secret NAME that is not given itself is read from the file `NAME_FILE`, or else from the
 * file NAME of the folder MANILLA_SECRETS_DIR, which need not have it. Empty variables count as unset, because that is how
 * compose files leave an optional one out. `unreadable`: a sentence for each file that cannot be read.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): {
  readonly values: NodeJS.ProcessEnv;
  readonly unreadable: ReadonlyMap<string, string>;
} {
  const values: NodeJS.ProcessEnv = {};
  const unreadable = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) if (value) values[name] = value;
  const folder = values['MANILLA_SECRETS_DIR'];
  for (const name of [...secretNames, ...ofProviders(values, folder)]) {
    const named = values[`${name}_FILE`];
    const path = named ?? (folder === undefined ? undefined : join(folder, name));
    if (values[name] !== undefined || path === undefined) continue;
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && named === undefined) continue;
      const variable = named === undefined ? 'MANILLA_SECRETS_DIR' : `${name}_FILE`;
      unreadable.set(name, `${variable}: cannot read ${path} (${code})`);
    }
  }
  return { values, unreadable };
}

/** The providers and their settings, which are read again when a provider is used. */
export function providersIn(env: NodeJS.ProcessEnv): ProviderValues {
  const read = () => withSecretFiles(env).values;
  return providerValues(read(), read);
}

/** Any setting of a provider may lie in a file, because only the provider's folder knows which of them are secrets. */
function ofProviders(values: NodeJS.ProcessEnv, folder: string | undefined): string[] {
  const prefixes = providerNames(values['MANILLA_PROVIDERS']).map(providerPrefix);
  if (prefixes.length === 0) return [];
  const named = Object.keys(values).flatMap((name) =>
    name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length)] : [],
  );
  const lying = folder === undefined ? [] : filesIn(folder);
  return [...new Set([...named, ...lying])].filter((name) =>
    prefixes.some((prefix) => name.startsWith(prefix)),
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
