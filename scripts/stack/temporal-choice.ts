import {
  temporalProfile,
  type TemporalProfile,
} from '../../src/platform/config/temporal-profile.ts';
import { Problem } from './problem.ts';

/** The ways to have a Temporal server on this machine. */
export type TemporalSource =
  /** Someone else runs it; nothing is started. */
  | { readonly kind: 'running'; readonly address: string }
  /** The production binaries, in a folder of the cache. */
  | {
      readonly kind: 'binaries';
      readonly server: string;
      readonly sqlTool: string;
      readonly ui: string;
      /** Built just now, not by an earlier start. */
      readonly isNew: boolean;
      /** The server is as it is released, with its own schema, indexes and settings. */
      readonly isStock: boolean;
    }
  /** The `temporal` command line program, whose `server start-dev` holds server and UI. */
  | { readonly kind: 'cli'; readonly program: string };

/** The ways to have a Temporal server when none runs. */
const ways = {
  build: 'built with Go and tuned for one machine',
  stock:
    'built with Go as it is released, PostgreSQL for both of its stores, nothing tuned: what others have',
  cli: 'the `temporal` command line program',
} as const;
export type TemporalWay = keyof typeof ways;

/** The way that is ready at once comes first; a server that an earlier start has built comes before both. */
export const newcomersWays: readonly TemporalWay[] = ['cli', 'build'];

/** The one way that MANILLA_TEMPORAL asks for; undefined: it asks for none. */
export function waysWanted(env: NodeJS.ProcessEnv): readonly TemporalWay[] | undefined {
  const { MANILLA_TEMPORAL: wanted } = env;
  if (!wanted) return undefined;
  if (Object.hasOwn(ways, wanted)) return [wanted as TemporalWay];
  const known = Object.entries(ways).map(([way, what]) => `${way} (${what})`);
  throw new Problem(`MANILLA_TEMPORAL must be ${known.join(', or ')}; it is ${wanted}.`);
}

/**
 * Reads how to reach the server that the variables of Temporal's own tools name. @throws Problem when they cannot be
 * read
 */
export function profileOf(env: NodeJS.ProcessEnv): TemporalProfile {
  try {
    return temporalProfile(env);
  } catch (error) {
    throw new Problem((error as Error).message);
  }
}

/** For the first screen: which server was chosen, and how to choose another. */
export function describeChoice(source: TemporalSource): string {
  switch (source.kind) {
    case 'running':
      return 'yours, by TEMPORAL_ADDRESS';
    case 'cli':
      return `${
        source.program === 'temporal' ? 'the CLI on your PATH' : 'the CLI that was downloaded'
      }; MANILLA_TEMPORAL=build builds a quicker server with Go (two minutes, once)`;
    case 'binaries':
      if (source.isStock) return 'as it is released, by MANILLA_TEMPORAL=stock';
      return `${
        source.isNew ? 'built now, and kept' : 'built by an earlier start'
      }; MANILLA_TEMPORAL=cli uses the temporal CLI, TEMPORAL_ADDRESS=HOST:PORT a server that runs`;
  }
}
