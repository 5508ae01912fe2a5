import type { HttpAnswer } from '../http-caller.js';
import { type LosslessJson, parseLosslessObject } from '../lossless-json.js';

/**
 * The object of an answer, if the bank itself gave it. A 500 is a page of the bank's web server, of which nothing can
 * be believed.
 */
export function bodyOf(answer: HttpAnswer): Readonly<Record<string, LosslessJson>> | undefined {
  return answer.failure === null && answer.status === 200
    ? parseLosslessObject(answer.text)
    : undefined;
}

/** Names the reason why an answer has nothing to read. */
export function failureOf(answer: HttpAnswer): string {
  if (answer.failure !== null) return answer.failure;
  return answer.status === 200 ? 'GARBAGE' : 'HTTP_STATUS';
}
