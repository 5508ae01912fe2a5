import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../http/api-error.js';
import { ok } from '../../http/envelope.js';
import type { IdempotentReplies } from '../../http/idempotent-replies.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import { type FormBody, textOf } from '../parts/forms.js';
import type { PortalAnswer, PortalCall } from './portal-route.js';
import type { PgShownValues } from './shown-values.store.js';

const oncePattern = /^[A-Za-z0-9_-]{22}$/;
/** The second of two presses waits for the first one: the number of looks for its result, and the time between them. */
const looks = { count: 40, everyMs: 250 } as const;

/** The address that follows a form, and the values that its page shows only once. */
export interface Went {
  readonly to: string;
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** Makes the unique name of a form when it is drawn. */
export function newOnce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Carries a form out only once, however often it is sent. Passes values that are shown only once to the page that
 * follows.
 */
export class OnceForms {
  constructor(
    private readonly replies: Pick<IdempotentReplies, 'once'>,
    private readonly values: PgShownValues,
    private readonly seal: SecretSeal,
  ) {}

  /** @throws ApiError as `work`; OPERATION_NOT_PERMITTED for a form that was not drawn by us */
  async run(
    { viewer, body, request }: PortalCall,
    work: () => Promise<Went>,
  ): Promise<PortalAnswer> {
    const once = textOf(body, 'once');
    if (!oncePattern.test(once)) {
      throw new ApiError('OPERATION_NOT_PERMITTED', {
        message: 'This form is not one of the portal. Nothing was done. Load the page again.',
      });
    }
    const { formKey: _session, ...asked } = body;
    const call = {
      caller: viewer.sessionId,
      key: once,
      method: 'POST',
      url: request.url,
      body: asked,
    };
    const answer = await this.#patiently(() =>
      this.replies.once(call, async () => {
        const { to, shown } = await work();
        if (shown !== undefined) await this.#keep(viewer.sessionId, once, shown);
        return { httpStatus: 200, body: ok('Done', { to: withShown(to, shown && once) }) };
      }),
    );
    return { to: (answer.body.data as { to: string }).to };
  }

  /** Returns the values that the previous form left for this page; null: there are none, or they were shown already. */
  async shownOn({ viewer, query }: PortalCall): Promise<FormBody | null> {
    const { shown } = query;
    if (typeof shown !== 'string' || !oncePattern.test(shown)) return null;
    const sealed = await this.values.take(idOf(viewer.sessionId, shown));
    if (sealed === undefined) return null;
    return JSON.parse(this.seal.open(sealed, viewer.sessionId)) as FormBody;
  }

  #keep(sessionId: string, once: string, shown: object): Promise<void> {
    const sealed = this.seal.seal(JSON.stringify(shown), sessionId);
    return this.values.keep(idOf(sessionId, once), sealed);
  }

  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let look = 1; ; look += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.reason === 'IDEMPOTENCY_KEY_REUSED') throw sentBefore();
        if (error.reason !== 'REQUEST_IN_FLIGHT' || look === looks.count) throw error;
        await sleep(looks.everyMs);
      }
    }
  }
}

/**
 * The error for somebody who went back in the browser, changed a form that was already carried out, and sent it again.
 */
function sentBefore(): ApiError {
  return new ApiError('IDEMPOTENCY_KEY_REUSED', {
    message:
      'This form was sent before, and carried out. Nothing more was done. Load the page again.',
  });
}

/** The id depends on the session, so another session cannot get the values with the same text. */
function idOf(sessionId: string, once: string): string {
  return createHash('sha256').update(`${sessionId}/${once}`).digest('hex');
}

function withShown(to: string, once: string | undefined): string {
  if (once === undefined) return to;
  return `${to}${to.includes('?') ? '&' : '?'}shown=${once}`;
}
