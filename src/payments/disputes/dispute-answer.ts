import { z } from 'zod';
import { reply, text, oneOf } from '../../http/reply.js';
import { disputeAnswerKinds, disputeAnswerStatuses } from '../../domain/dispute-state.js';

/** A merchant's answer to a dispute, in replies and in events. */
export const DisputeAnswer = reply('DisputeAnswer', {
  type: oneOf(disputeAnswerKinds, 'What you did.', 'EVIDENCE'),
  status: oneOf(disputeAnswerStatuses, 'Whether the card acquirer has taken it.', 'DELIVERED'),
  failure: text(
    'Why the card acquirer refused it: DEADLINE_PASSED, ALREADY_DECIDED, ALREADY_ANSWERED or NOT_ACCEPTED. Null otherwise.',
    null,
  ).nullable(),
});
export type DisputeAnswer = z.infer<typeof DisputeAnswer>;
