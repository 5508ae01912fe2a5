import { RefusesToStart } from '../config/refuses-to-start.js';
import { createLogger } from './logger.js';

/** Says why a program does not start, or has failed: what an operator can put right in a sentence, anything else as a log line. */
export function lastWords(error: unknown, program: string): void {
  if (error instanceof RefusesToStart) process.stderr.write(`${error.message}\n`);
  else
    createLogger({ logLevel: 'error' }, program).fatal({ err: error }, `the ${program} has failed`);
}
