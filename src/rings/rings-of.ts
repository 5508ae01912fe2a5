import type { Config } from '../config/config.js';
import type { KeyRing, RingName } from '../config/key-ring.js';

/** The rings of a program, by their names. */
export function ringsOf(config: Config): Readonly<Record<RingName, KeyRing<unknown>>> {
  const { tokenKeys: tokens, codecKeys: codec, sealKeys: seal, peppers: pepper } = config;
  return { tokens, codec, seal, pepper, hooks: config.hookKeys };
}
