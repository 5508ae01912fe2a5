import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../domain/actor.js';
import { Refused } from './command.js';
import { type KeySet, keySetOf } from '../../platform/config/key-set.js';
import { loginOf } from '../../platform/config/login-of.js';
import { withSecretFiles } from '../../platform/config/secret-files.js';
import { temporalProfile } from '../../platform/config/temporal-profile.js';
import { KeyText } from '../../platform/keys/key-text.js';
import type { TemporalPlace, TemporalSettings } from '../../platform/temporal/connection.js';

/** `operator.json` of a local stack, which `npm start` writes. */
interface LocalOperator {
  readonly deskUrl: string;
  /** The token of the sandbox's operator. It is missing in a rehearsal of live, where each operator makes a token. */
  readonly token?: string;
  readonly databaseUrl: string;
  readonly secretsDir: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly simulatorUrl?: string;
}

/**
 * Reads the desk's address and the caller's token. @throws Refused when neither the environment nor the local operator
 * has a token
 */
export function deskSettings(env: NodeJS.ProcessEnv): {
  readonly url: string;
  readonly token: string;
} {
  const local = localOperator(env);
  const token = env['MANILLA_OPERATOR_TOKEN'] || local?.token;
  if (!token) {
    throw new Refused(
      'Nobody says who asks: set MANILLA_OPERATOR_TOKEN ("manilla operators token NAME" makes one), or start the local stack with "npm start".',
    );
  }
  return { url: deskUrlOf(env), token };
}

/** Returns the address of the desk, without a slash at the end. */
export function deskUrlOf(env: NodeJS.ProcessEnv): string {
  const url = env['MANILLA_DESK_URL'] || localOperator(env)?.deskUrl || 'http://127.0.0.1:3020';
  return url.replace(/\/+$/, '');
}

/** Returns the actor for the audit of a command on the database: the database login that the commands use. */
export function commandActor(env: NodeJS.ProcessEnv, reason: string | null = null): Actor {
  const actor = loginOf(new URL(databaseUrlOf(env)))?.user || 'the database';
  return { kind: 'COMMAND', actor, door: 'COMMAND', reason, partner: null, address: null };
}

/**
 * Returns the URL of the database that MANILLA_DIRECT_DATABASE_URL or DATABASE_URL names, or else of the local stack's.
 * @throws Refused
 */
export function databaseUrlOf(env: NodeJS.ProcessEnv): string {
  const [name, url] = ['MANILLA_DIRECT_DATABASE_URL', 'DATABASE_URL']
    .map((each) => [each, env[each] || fileOf(env[`${each}_FILE`])] as const)
    .find(([, text]) => text) ?? ['operator.json', localOperator(env)?.databaseUrl];
  if (!url) {
    throw new Refused(
      'Nobody says where the database is: set DATABASE_URL, or start the local stack.',
    );
  }
  if (!URL.canParse(url) || loginOf(new URL(url)) === undefined) {
    throw new Refused(
      `${name} must be a URL such as postgresql://user:password@host:5432/manilla, with %25 for a % in the password.`,
    );
  }
  return url;
}

/** Returns the folder of secrets that the programs read. @throws Refused */
export function secretsDirOf(env: NodeJS.ProcessEnv): string {
  const secretsDir = env['MANILLA_SECRETS_DIR'] || localOperator(env)?.secretsDir;
  if (secretsDir) return secretsDir;
  throw new Refused(
    'Nobody says where the secrets are: set MANILLA_SECRETS_DIR to the folder that the programs read (docs/keys.md).',
  );
}

/**
 * Returns the settings of the Temporal that the programs use, or else of the local stack's. @throws Refused without a
 * key for payloads
 */
export function temporalOf(env: NodeJS.ProcessEnv): TemporalSettings {
  const codecKeys = codecKeysOf(env);
  if (codecKeys === undefined) {
    throw new Refused('Nobody says how payloads are encrypted: set MANILLA_CODEC_KEY.');
  }
  return { ...temporalPlaceOf(env), codecKeys };
}

/** Returns the keys by which payloads are read. Undefined when they are not set. */
export function codecKeysOf(env: NodeJS.ProcessEnv): KeySet | undefined {
  const folder = env['MANILLA_SECRETS_DIR'] || localOperator(env)?.secretsDir || '';
  const keys = withSecretFiles({ ...env, MANILLA_SECRETS_DIR: folder }).values['MANILLA_CODEC_KEY'];
  return keys ? keySetOf('codec', KeyText.read('codec', keys).buffers) : undefined;
}

/**
 * Returns the URL of the simulated bank that belongs to the database of `databaseUrlOf`. Undefined when it is not
 * known, or when there is none.
 */
export function simulatorUrlOf(env: NodeJS.ProcessEnv): string | undefined {
  if (env['MANILLA_SIMULATOR_URL']) return env['MANILLA_SIMULATOR_URL'];
  return env['DATABASE_URL'] ? undefined : localOperator(env)?.simulatorUrl;
}

/** Returns the address and the namespace of Temporal. @throws Refused when the variables of Temporal cannot be read */
export function temporalPlaceOf(env: NodeJS.ProcessEnv): TemporalPlace {
  const local = localOperator(env);
  try {
    const { address, namespace, security } = temporalProfile(withSecretFiles(env).values);
    return {
      temporalAddress: address ?? local?.temporalAddress ?? '127.0.0.1:7233',
      temporalNamespace: namespace ?? local?.temporalNamespace ?? 'default',
      temporalSecurity: security,
    };
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}

function fileOf(path: string | undefined): string | undefined {
  return path ? readFileSync(path, 'utf8').trim() : undefined;
}

function localOperator(env: NodeJS.ProcessEnv): LocalOperator | undefined {
  const name = env['MANILLA_ENVIRONMENT'] === 'live' ? '.manilla-live' : '.manilla';
  const folder = env['MANILLA_DATA_DIR'] || join(process.cwd(), name);
  try {
    return JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8')) as LocalOperator;
  } catch {
    return undefined;
  }
}
