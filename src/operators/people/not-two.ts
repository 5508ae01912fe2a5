import { ApiError } from '../../http/api-error.js';

/** The reasons, by `why_not_two`, that two operators do not count as two people. */
export type NotTwo = 'SAME_OPERATOR' | 'LET_IN' | 'NEW_OPERATOR';

const refusals: Readonly<Record<NotTwo, () => ApiError>> = {
  SAME_OPERATOR: () => new ApiError('SECOND_OPERATOR_NEEDED'),
  LET_IN: () =>
    new ApiError('SECOND_OPERATOR_NEEDED', {
      message:
        'One of you two has let the other in, or one person both of you. Another administrator must vouch first.',
    }),
  NEW_OPERATOR: () =>
    new ApiError('SECOND_OPERATOR_TOO_NEW', {
      message:
        'One of you two is new, or was let in again. Each of two must have been here for a day.',
    }),
};

/** Makes the error for an action that needs two people, when two operators do not count as two people. */
export function notTwo(why: NotTwo): ApiError {
  return refusals[why]();
}

export function isNotTwo(outcome: string): outcome is NotTwo {
  return Object.hasOwn(refusals, outcome);
}
