import { ApplicationFailure, defaultPayloadConverter, type ProtoFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import {
  failureConverter,
  refusedDecision,
} from '../../../../workflows/platform/failure-converter.js';

const convert = (error: unknown): ProtoFailure =>
  failureConverter.errorToFailure(error, defaultPayloadConverter);

test('the refusal of a decision can be read by whoever has no key, without its stack', () => {
  const message = 'decision must be "retry" or "cancel"';
  const failure = convert(ApplicationFailure.nonRetryable(message, refusedDecision));
  expect(failure).toMatchObject({ message, stackTrace: '' });
  expect(failureConverter.failureToError(failure, defaultPayloadConverter)).toMatchObject({
    message,
    type: refusedDecision,
  });
});

const holdsValues = 'duplicate key: (account_number)=(0123456789) already exists';

test.each([
  ['of the database', new Error(holdsValues)],
  ['of another type', ApplicationFailure.nonRetryable(holdsValues, 'LEDGER_REFUSED')],
  ['without a type', ApplicationFailure.nonRetryable(holdsValues)],
  [
    'that only calls itself a refusal',
    Object.assign(new Error(holdsValues), { type: refusedDecision }),
  ],
  ['that is not an error', holdsValues],
])('every other message is for the codec: one %s', (_name, error) => {
  const failure = convert(error);
  expect(failure.message).toBe('Encoded failure');
  const { encodedAttributes: _encrypted, ...plain } = failure;
  expect(JSON.stringify(plain)).not.toContain('0123456789');
  expect(failureConverter.failureToError(failure, defaultPayloadConverter).message).toContain(
    holdsValues,
  );
});

test('what a refusal was caused by is for the codec as well', () => {
  const refusal = ApplicationFailure.create({
    message: 'ask again later',
    type: refusedDecision,
    cause: new Error(holdsValues),
  });
  expect(convert(refusal)).toMatchObject({
    message: 'ask again later',
    cause: { message: 'Encoded failure' },
  });
});
