import { z } from 'zod';
import { flag, reply, text, whole } from '../../http/reply.js';

export const WaitingDelivered = reply('WaitingDelivered', {
  hurried: whole('Deliveries that waited for their next try, and are sent now.', 12),
  more: flag('Whether more wait than one request sends. Send it again.', false),
  replayId: text(
    'Id of the replay that sends events which would not have come any more. Null when there are none.',
    null,
  ).nullable(),
});
export type WaitingDelivered = z.infer<typeof WaitingDelivered>;
