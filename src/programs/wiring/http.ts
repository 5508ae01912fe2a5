import { CallLog } from '../../http/calls/call-log.js';
import { CallsService } from '../../http/calls/calls.service.js';
import { PgCallStore } from '../../http/calls/call.store.js';
import { DrawingThread } from '../../http/drawing-thread.js';
import { HeldKeys } from '../../http/held-keys.js';
import { PgIdempotencyStore } from '../../http/idempotency.store.js';
import { IdempotentReplies } from '../../http/idempotent-replies.js';
import { PageAddresses } from '../../http/page-address.js';
import { PgQuotaStore } from '../../http/quota.store.js';
import { RateLimits } from '../../http/rate-limits.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import type { Connections } from './connections.js';

export { CallsController } from '../../http/calls/calls.controller.js';

export type HttpParts = ReturnType<typeof httpParts>;

/** Creates the limits of every operation: a request rate, and one answer for each Idempotency-Key. */
export function httpParts({ pool, config, logger }: Connections) {
  const quotas = new PgQuotaStore(pool);
  return {
    quotas,
    drawings: new DrawingThread(),
    limits: new RateLimits(quotas, config.rateLimits),
    pageAddresses: new PageAddresses(config.environment === 'sandbox'),
    idempotentReplies: new IdempotentReplies(
      new HeldKeys(new PgIdempotencyStore(pool), logger),
      createSecretSeal(config.sealKeys, 'idempotent reply'),
      config.identityKey,
    ),
  };
}

/** Creates the log of merchants' requests. The process has one, because it writes the collected lines together. */
export function callParts({ pool, logger }: Connections) {
  const calls = new PgCallStore(pool);
  const noted = (err: unknown) => logger.warn({ err }, 'requests of merchants were not noted');
  return { calls: new CallsService(calls), callLog: new CallLog(calls, noted) };
}
