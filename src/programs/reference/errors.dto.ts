import { z } from 'zod';
import { reply, text, whole, flag } from '../../http/reply.js';
import { listReply } from '../../http/paging.js';

/** One way in which a request may be answered with anything but "00". */
export const ErrorReference = reply('ErrorReference', {
  reason: text('The reason. It never changes.', 'AMOUNT_MISMATCH'),
  httpStatus: whole('HTTP status of the reply.', 400),
  code: text('Result code of two digits.', '13'),
  message: text('The code in words. It may change.', 'Invalid amount'),
  retryable: flag('Whether the same request may succeed later.', false),
  advice: text('What to do.', 'Correct the request.'),
  docs: text('Page that explains the reason.', '/docs/errors#AMOUNT_MISMATCH'),
});

export const ErrorReferenceList = listReply('ErrorReferenceList', ErrorReference, 'All reasons.');
export type ErrorReferenceList = z.infer<typeof ErrorReferenceList>;
