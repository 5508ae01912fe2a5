import type { Config } from '../config/config.js';
import { type KeySet, type KeyPurpose, keyPurposes, keyVariables } from '../config/key-set.js';
import { keysOfProgram, type Program } from '../config/program-keys.js';

const keySetBy: Readonly<Record<KeyPurpose, (config: Config) => KeySet<unknown>>> = {
  tokens: ({ tokenKeys }) => tokenKeys,
  codec: ({ codecKeys }) => codecKeys,
  seal: ({ sealKeys }) => sealKeys,
  pepper: ({ peppers }) => peppers,
  hooks: ({ hookKeys }) => hookKeys,
};

/** The key sets that a program has, by their names. */
export function keySetsOf(
  config: Config,
  program: Program,
): ReadonlyMap<KeyPurpose, KeySet<unknown>> {
  const had = keyPurposes.filter((name) => keysOfProgram[program].includes(keyVariables[name]));
  return new Map(had.map((name) => [name, keySetBy[name](config)]));
}
