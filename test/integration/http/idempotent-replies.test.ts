import type { z } from 'zod';
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyWithSecret } from '../../../src/merchants/keys/keys.dto.js';
import { KeySet } from '../../../src/platform/config/key-set.js';
import { reasons, resultCodes, type Reason } from '../../../src/domain/result-code.js';
import { ApiError } from '../../../src/http/api-error.js';
import { ok } from '../../../src/http/envelope.js';
import { HeldKeys } from '../../../src/http/held-keys.js';
import { PgIdempotencyStore } from '../../../src/http/idempotency.store.js';
import { IdempotentReplies, type Answer } from '../../../src/http/idempotent-replies.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { InvitedView, NewTokenView } from '../../../src/operators/people/people.dto.js';
import { patientPool } from '../../support/patient-pool.js';
import { RotatedSecret } from '../../../src/notify/webhooks/endpoint.dto.js';
import { NotificationUrl } from '../../../src/notify/webhooks/notification-url.dto.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let replies: IdempotentReplies;
beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.url, { max: 8, applicationName: 'test' });
  const keySet = new KeySet([{ kid: '1', key: randomBytes(32) }]);
  const keys = new HeldKeys(new PgIdempotencyStore(pool), { warn: () => {} });
  replies = new IdempotentReplies(
    keys,
    createSecretSeal(keySet, 'idempotent reply'),
    randomBytes(32),
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const call = () => ({
  ...{ caller: 'mid_first-key', key: randomUUID(), method: 'POST' },
  ...{ url: '/api/v1/anything', body: {} },
});
const done: Answer = { httpStatus: 200, body: ok('Done', { done: true }) };
const failing = (reason: Reason) => async (): Promise<Answer> => {
  throw new ApiError(reason);
};

describe('a refusal', () => {
  it.each(reasons.filter((reason) => resultCodes[reason].retryable))(
    'that may succeed later leaves the key free: %s',
    async (reason) => {
      const request = call();
      await expect(replies.once(request, failing(reason))).rejects.toMatchObject({ reason });
      expect(await replies.once(request, async () => done)).toEqual({ replayed: false, ...done });
    },
  );

  const understood = (reason: Reason) => ![400, 413, 415].includes(resultCodes[reason].httpStatus);
  it.each(reasons.filter((reason) => !resultCodes[reason].retryable && understood(reason)))(
    'that stays one is told again: %s',
    async (reason) => {
      const request = call();
      await expect(replies.once(request, failing(reason))).rejects.toMatchObject({ reason });
      const again = replies.once(request, async () => done);
      const headers = { 'idempotent-replayed': 'true' };
      await expect(again).rejects.toMatchObject({ reason, details: { headers } });
    },
  );
});

describe('a reply', () => {
  it('is told again with its status', async () => {
    const request = call();
    const accepted = { httpStatus: 202, body: ok('Accepted', { status: 'REQUESTED' }) };
    await replies.once(request, async () => accepted);
    expect(await replies.once(request, async () => done)).toEqual({ replayed: true, ...accepted });
  });

  it('is for the key that it was given to', async () => {
    const request = call();
    await replies.once(request, async () => done);
    const other = { ...request, caller: 'mid_other-key' };
    expect(await replies.once(other, async () => done)).toMatchObject({ replayed: false });
  });

  it.each([
    ['clientSecret', KeyWithSecret],
    ['secret', NotificationUrl],
    ['secret', RotatedSecret],
    ['link', InvitedView],
    ['token', NewTokenView],
  ])('shows its %s once, and keeps it nowhere (%o)', async (field, model) => {
    const shown = new Map<string, z.ZodType>(Object.entries(model.shape)).get(field);
    expect(shown?.safeParse(null)).toMatchObject({ success: true });
    const request = call();
    const secret = `secret-${randomUUID()}`;
    const body = ok('Keep the secret', { id: 'x', [field]: secret });
    const first = await replies.once(request, async () => ({ httpStatus: 200, body }));
    expect(first.body.data).toEqual({ id: 'x', [field]: secret });
    const again = await replies.once(request, async () => done);
    expect(again).toMatchObject({ replayed: true, body: { data: { id: 'x', [field]: null } } });
    expect(again.body.message).toBe(
      `Keep the secret. This is a repetition: ${field} was shown once, in the first reply`,
    );
  });
});
