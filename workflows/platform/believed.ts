import { setHandler, type SignalDefinition } from '@temporalio/workflow';

/**
 * Tells whether a program that holds the key of the codec sent this. The worker's codec reads `{"unsealed": true}` in place
 * of what anybody typed into the Temporal UI (src/platform/temporal/codec.ts). A signal may also come without a body.
 */
export function isBelieved(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !('unsealed' in given);
}

/**
 * Handles what is believed of a signal. A handler that cannot read its signal would stop the workflow. `description`
 * stands in the Temporal UI.
 */
export function hear<Body extends object>(
  signal: SignalDefinition<[Body]>,
  description: string,
  handle: (body: Body) => void,
): void {
  setHandler(signal, (body) => void (isBelieved(body) && handle(body)), { description });
}
