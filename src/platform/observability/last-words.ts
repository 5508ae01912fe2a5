import { RefusesToStart } from '../config/refuses-to-start.js';
import { createLogger } from './logger.js';

/**
 * Reports why a program does not start, or has failed: a fault that an operator can correct as a sentence, any other as
 * a log line.
 */
export function lastWords(error: unknown, program: string): void {
  if (error instanceof RefusesToStart) process.stderr.write(`${error.message}\n`);
  else
    createLogger({ logLevel: 'error' }, program).fatal({ err: error }, `the ${program} has failed`);
}
