import { z } from 'zod';
import { reply, oneOf } from '../../http/reply.js';

export const AliveView = reply('AliveView', {
  status: oneOf(['UP'], 'Always UP.'),
});
export type AliveView = z.infer<typeof AliveView>;

export const ChecksView = reply('ChecksView', {
  database: oneOf(['UP', 'READ_ONLY', 'DOWN'], 'Whether the database answers and takes writes.'),
  migrations: oneOf(
    ['CURRENT', 'BEHIND', 'UNKNOWN'],
    'Whether the database has the tables of this version.',
  ),
  temporal: oneOf(['UP', 'DOWN'], 'Whether Temporal answers. The API serves requests without it.'),
});

export const ReadinessView = reply('ReadinessView', {
  status: oneOf(
    ['READY', 'DEGRADED', 'NOT_READY', 'DRAINING'],
    'READY and DEGRADED: requests are served. NOT_READY and DRAINING: send none.',
  ),
  checks: ChecksView.meta({ description: 'The single checks.' }),
});
export type ReadinessView = z.infer<typeof ReadinessView>;
