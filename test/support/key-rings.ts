import { keyRingOf, type KeyRing } from '../../src/platform/config/key-ring.js';
import { simulatorKeys, type HookKeys } from '../../src/providers/hook-signature.js';

type Keys = Readonly<Record<'MANILLA_CODEC_KEY' | 'MANILLA_SEAL_KEY', string>>;

/** The rings of a stack, as its programs have them. */
export function codecRing({ MANILLA_CODEC_KEY: key }: Pick<Keys, 'MANILLA_CODEC_KEY'>): KeyRing {
  return keyRingOf('codec', [Buffer.from(key, 'base64url')]);
}

export function sealRing({ MANILLA_SEAL_KEY: key }: Pick<Keys, 'MANILLA_SEAL_KEY'>): KeyRing {
  return keyRingOf('seal', [Buffer.from(key, 'base64url')]);
}

/** What the programs of a stack share with the simulator. */
export function hookKeysOf(env: Pick<Keys, 'MANILLA_SEAL_KEY'>): HookKeys {
  return simulatorKeys(sealRing(env));
}
