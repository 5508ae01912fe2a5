import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { key, keys, tokenKeys } from './fields.js';
import { KeySet, keySetOf } from './key-set.js';

const schema = z.object({
  MANILLA_PEPPER: keys,
  MANILLA_TOKEN_KEY: tokenKeys,
  MANILLA_ACCESS_CODE_KEY: key,
  MANILLA_NUMBER_KEY: key,
  MANILLA_CODEC_KEY: keys,
  MANILLA_SEAL_KEY: keys,
  MANILLA_HOOK_KEY: keys.optional(),
  MANILLA_IDENTITY_KEY: key,
});
type Keys = z.output<typeof schema>;
type Given = { readonly [Name in keyof Keys]?: Keys[Name] | undefined };
export type KeyVariable = keyof Keys;

const all = Object.keys(schema.shape) as KeyVariable[];

export type Program = 'api' | 'worker' | 'desk' | 'portal' | 'simulator' | 'seed' | 'migrate';

/** The keys that each program gets. docker-compose.yml and deploy/kubernetes give it no others. */
export const keysOfProgram: Readonly<Record<Program, readonly KeyVariable[]>> = {
  api: all,
  // The worker's messages link to payers' pages, whose addresses are derived from the key of access codes.
  worker: ['MANILLA_ACCESS_CODE_KEY', 'MANILLA_CODEC_KEY', 'MANILLA_SEAL_KEY', 'MANILLA_HOOK_KEY'],
  // The desk makes keys of merchants, whose secrets are hashed, and remembers requests. The desk signs no token and gives no number.
  desk: [
    'MANILLA_PEPPER',
    'MANILLA_CODEC_KEY',
    'MANILLA_SEAL_KEY',
    'MANILLA_HOOK_KEY',
    'MANILLA_IDENTITY_KEY',
  ],
  // The portal does what the API does for a merchant, and signs no token.
  portal: all.filter((name) => name !== 'MANILLA_TOKEN_KEY'),
  simulator: ['MANILLA_SEAL_KEY', 'MANILLA_HOOK_KEY'],
  seed: ['MANILLA_PEPPER'],
  migrate: [],
};

export interface ConfigKeys {
  /** Hash client secrets. */
  readonly peppers: KeySet;
  /** Ed25519 private keys that sign access tokens; the key's id stands in a token's header. */
  readonly tokenKeys: KeySet<KeyObject>;
  /** Derives access codes. */
  readonly accessCodeKey: Buffer;
  /** Orders the account numbers of a prefix. */
  readonly numberKey: Buffer;
  /** Encrypt payloads in Temporal histories. */
  readonly codecKeys: KeySet;
  /** Seal webhook secrets and whatever else may not lie open at rest. */
  readonly sealKeys: KeySet;
  /** Secrets shared with a provider are derived from these keys. */
  readonly hookKeys: KeySet;
  /** Hashes identity numbers (BVN, NIN). */
  readonly identityKey: Buffer;
}

type Maker = (
  of: <Name extends KeyVariable>(name: Name) => NonNullable<Given[Name]>,
  given: Given,
) => unknown;

const makers: { readonly [Field in keyof ConfigKeys]: Maker } = {
  peppers: (of) => keySetOf('pepper', of('MANILLA_PEPPER')),
  tokenKeys: (of) => new KeySet(of('MANILLA_TOKEN_KEY')),
  accessCodeKey: (of) => of('MANILLA_ACCESS_CODE_KEY'),
  numberKey: (of) => of('MANILLA_NUMBER_KEY'),
  codecKeys: (of) => keySetOf('codec', of('MANILLA_CODEC_KEY')),
  sealKeys: (of) => keySetOf('seal', of('MANILLA_SEAL_KEY')),
  hookKeys: (of, { MANILLA_HOOK_KEY }) =>
    keySetOf('hooks', MANILLA_HOOK_KEY ?? of('MANILLA_SEAL_KEY')),
  identityKey: (of) => of('MANILLA_IDENTITY_KEY'),
};

/** Reads the keys of a program. Keys that it does not need may be missing, but must be readable if they are given. */
export function readKeys(values: NodeJS.ProcessEnv, program: Program) {
  const unneeded = all.filter((name) => !keysOfProgram[program].includes(name));
  const mask = Object.fromEntries(unneeded.map((name) => [name, true] as const));
  return schema.partial(mask as { MANILLA_PEPPER: true }).safeParse(values);
}

/** Reading a key that the program was not given is an error. No weaker key takes its place. */
export function toConfigKeys(given: Given, program: Program): ConfigKeys {
  const of = <Name extends KeyVariable>(name: Name): NonNullable<Given[Name]> => {
    const found = given[name];
    if (found !== undefined) return found;
    throw new Error(`${program} is not told ${name}: see src/platform/config/program-keys.ts`);
  };
  const config = {};
  for (const [field, make] of Object.entries(makers)) {
    let made: unknown;
    // A key set is made once, because its keys are replaced in place.
    const get = (): unknown => (made ??= make(of, given));
    Object.defineProperty(config, field, { get, enumerable: true });
  }
  return config as ConfigKeys;
}
