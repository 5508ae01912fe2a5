import { z } from 'zod';
import { listReply, PageQuery } from '../paging.js';
import { PatternQuery } from '../query-fields.js';
import { reply, text, time, whole } from '../reply.js';

const clientIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** `from` and `to`: when the request came. */
export class CallQuery extends PageQuery {
  @PatternQuery(clientIdPattern, 'must be the id of a key', {
    description: 'Only requests of this key.',
    example: 'mid_c2FuZGJveC1tZXJjaGFudA',
  })
  clientId?: string;
}

export const RequestView = reply('RequestView', {
  requestId: text('Id of the request, as in the header `X-Request-Id`.', 'req-1001'),
  clientId: text('Id of the key that sent it.', 'mid_c2FuZGJveC1tZXJjaGFudA'),
  operation: text('Method and route.', 'POST /api/v1/checkout/initiate'),
  httpStatus: whole('HTTP status of the reply.', 400),
  reason: text(
    'Reason in the reply. Null when the request was slow only.',
    'VALIDATION_FAILED',
  ).nullable(),
  durationMs: whole('Milliseconds until the reply was sent.', 12),
  createdAt: time('Time at which the request came.'),
});
export type RequestView = z.infer<typeof RequestView>;

export const RequestList = listReply('RequestList', RequestView);
export type RequestList = z.infer<typeof RequestList>;
