import { keySetOf, type KeySet } from '../../src/platform/config/key-set.js';
import { simulatorKeys, type HookKeys } from '../../src/providers/hook-signature.js';

type Keys = Readonly<Record<'MANILLA_CODEC_KEY' | 'MANILLA_SEAL_KEY', string>>;

/** The key sets of a stack, as its programs have them. */
export function codecKeySet({ MANILLA_CODEC_KEY: key }: Pick<Keys, 'MANILLA_CODEC_KEY'>): KeySet {
  return keySetOf('codec', [Buffer.from(key, 'base64url')]);
}

export function sealKeySet({ MANILLA_SEAL_KEY: key }: Pick<Keys, 'MANILLA_SEAL_KEY'>): KeySet {
  return keySetOf('seal', [Buffer.from(key, 'base64url')]);
}

/** What the programs of a stack share with the simulator. */
export function hookKeysOf(env: Pick<Keys, 'MANILLA_SEAL_KEY'>): HookKeys {
  return simulatorKeys(sealKeySet(env));
}
