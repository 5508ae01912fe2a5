import { ApplicationFailure, DefaultFailureConverter, type ProtoFailure } from '@temporalio/common';

/** The type of the failure that refuses an operator's decision. The message of such a failure is ours, word for word. */
export const refusedDecision = 'RESOLUTION_REFUSED';

/** Tells whether an operator's decision was refused. The message says why and holds nothing personal. */
export function isRefusedDecision(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.type === refusedDecision;
}

/**
 * Messages and stacks of failures go through the payload codec; without this they are stored as plain text. The message of
 * a refused decision stays readable as well, because an operator reads it where nothing decrypts: in curl.
 */
class FailureConverter extends DefaultFailureConverter {
  constructor() {
    super({ encodeCommonAttributes: true });
  }

  override errorToFailure(
    ...given: Parameters<DefaultFailureConverter['errorToFailure']>
  ): ProtoFailure {
    const failure = super.errorToFailure(...given);
    const [error] = given;
    if (isRefusedDecision(error)) failure.message = error.message;
    return failure;
  }
}

export const failureConverter = new FailureConverter();
