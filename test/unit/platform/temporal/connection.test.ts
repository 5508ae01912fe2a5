import { expect, it } from 'vitest';
import { grpcRetries } from '../../../../src/platform/temporal/connection.js';

const missed =
  'Unable to perform workflow execution update due to unexpected workflow task failure.';

it.each([
  ['an update that met a workflow task that failed', 1, 9, missed, true],
  ['the same for the third time', 3, 9, missed, false],
  ['another precondition', 1, 9, 'Workflow execution is not running.', false],
  ['a server that is away', 1, 14, 'connection refused', true],
  ['an argument that is wrong', 1, 3, 'Namespace is not set on request.', false],
] as const)('tries again, or not: %s', (_, attempt, code, details, isTriedAgain) => {
  const status = { code, details, metadata: {} as never };
  expect(grpcRetries().retryableDecider(attempt, status)).toBe(isTriedAgain);
});
