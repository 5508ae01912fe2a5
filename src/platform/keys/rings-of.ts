import type { Config } from '../config/config.js';
import { type KeyRing, type RingName, ringNames, ringVariables } from '../config/key-ring.js';
import { keysOfProgram, type Program } from '../config/program-keys.js';

const ringOf: Readonly<Record<RingName, (config: Config) => KeyRing<unknown>>> = {
  tokens: ({ tokenKeys }) => tokenKeys,
  codec: ({ codecKeys }) => codecKeys,
  seal: ({ sealKeys }) => sealKeys,
  pepper: ({ peppers }) => peppers,
  hooks: ({ hookKeys }) => hookKeys,
};

/** The rings that a program has, by their names. */
export function ringsOf(config: Config, program: Program): ReadonlyMap<RingName, KeyRing<unknown>> {
  const told = ringNames.filter((name) => keysOfProgram[program].includes(ringVariables[name]));
  return new Map(told.map((name) => [name, ringOf[name](config)]));
}
