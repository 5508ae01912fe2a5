import {
  NamespaceNotReady,
  namespaceLacks,
  prepareNamespace,
} from '../../platform/temporal/namespace.js';
import type { TemporalPlace } from '../../platform/temporal/connection.js';
import { type Commands, Refused, UsageError } from './command.js';
import { temporalPlaceOf } from './settings.js';

/** Commands for people who connect the programs to their own Temporal (docs/temporal.md). */
export const temporalCommands: Commands = {
  'temporal check': {
    usage: '',
    summary: 'Says whether Temporal answers, and what the namespace lacks. Changes nothing.',
    words: [0, 0],
    options: {},
    run: () => withPlace(check),
  },
  'temporal prepare': {
    usage: '',
    summary: 'Makes the namespace and its search attributes unless they are there.',
    words: [0, 0],
    options: {},
    run: () => withPlace(prepare),
  },
};

async function check(place: TemporalPlace): Promise<string> {
  const lacks = await namespaceLacks(place);
  if (lacks !== undefined) throw new Refused(lacks);
  return `${nameOf(place)} has all that the programs need.`;
}

async function prepare(place: TemporalPlace): Promise<string> {
  await prepareNamespace(place);
  return `${nameOf(place)} is ready.`;
}

/**
 * Runs a command with the place of Temporal. @throws Refused with the message of the server or of the connection to it
 */
export async function withPlace(act: (place: TemporalPlace) => Promise<string>): Promise<string> {
  const place = temporalPlaceOf(process.env);
  try {
    return await act(place);
  } catch (error) {
    throw temporalRefusal(error as Error, place);
  }
}

/** Translates an error of the Temporal server, or of the connection to it. */
export function temporalRefusal(error: Error, { temporalAddress }: TemporalPlace): Error {
  if (error instanceof Refused || error instanceof UsageError) return error;
  if (error instanceof NamespaceNotReady) return new Refused(error.message);
  return new Refused(`Temporal at ${temporalAddress} says no: ${reasonOf(error)}`);
}

/** Returns the server's own message. The client wraps it into sentences that say less. */
function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? reasonOf(cause) : message;
}

function nameOf({ temporalAddress, temporalNamespace }: TemporalPlace): string {
  return `The namespace ${temporalNamespace} of ${temporalAddress}`;
}
