import { DefaultFailureConverter } from '@temporalio/common';

/** Messages and stacks of failures go through the payload codec too; without this they are stored as plain text. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
