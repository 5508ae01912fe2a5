import type { Config } from '../config/config.js';
import { type KeyRing, type KeyPurpose, keyPurposes, keyVariables } from '../config/key-ring.js';
import { keysOfProgram, type Program } from '../config/program-keys.js';

const keyRingBy: Readonly<Record<KeyPurpose, (config: Config) => KeyRing<unknown>>> = {
  tokens: ({ tokenKeys }) => tokenKeys,
  codec: ({ codecKeys }) => codecKeys,
  seal: ({ sealKeys }) => sealKeys,
  pepper: ({ peppers }) => peppers,
  hooks: ({ hookKeys }) => hookKeys,
};

/** The rings that a program has, by their names. */
export function keyRingsOf(
  config: Config,
  program: Program,
): ReadonlyMap<KeyPurpose, KeyRing<unknown>> {
  const told = keyPurposes.filter((name) => keysOfProgram[program].includes(keyVariables[name]));
  return new Map(told.map((name) => [name, keyRingBy[name](config)]));
}
