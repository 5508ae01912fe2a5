import { createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import type { Delivery } from './notification-store.port.js';
import { checkoutWorkflowId } from '../../domain/ids.js';
import { traceHeader } from '../../domain/trace-header.js';
import { activeTracer, inSpan, resumeTrace } from '../../platform/tracing/spans.js';
import { traceOfWorkflow } from '../../platform/tracing/traces-of-workflows.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { webhookHeaders } from './webhook-headers.js';
import type { AddressResolver } from './address-resolver.js';
import { boundedPost, PostTimeoutError, type PostAnswer } from './bounded-post.js';
import { ConnectRefusedError, createGuardedConnector } from './guarded-connector.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import { signatureHeaders } from './signer.js';
import { judgeWebhookUrl } from './url-guard.js';
import { webhookSecretKey } from './webhook-secret.js';
import type { SendFailure } from '../../domain/send-failure.js';

/** The result of one attempt. */
export interface SendOutcome {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The time until the answer's headers were there; null without an answer. */
  readonly firstByteMs: number | null;
  readonly httpStatus: number | null;
  /** Null when it was delivered. */
  readonly failure: SendFailure | null;
  /** The head of the answer's body; null when there was no answer. */
  readonly response: string | null;
  /** The wait that the receiver asked for; null when it asked for none. */
  readonly retryAfterMs: number | null;
  /** The signatures of the request; null when nothing was to be sent. */
  readonly sent: { readonly signature: string; readonly bodySignature: string } | null;
}

export interface WebhookSender {
  /** Makes one attempt; never throws. */
  send(delivery: Delivery, attempt: number): Promise<SendOutcome>;
  /** Waits for the attempts under way. */
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  readonly seal: SecretSeal;
  /** `http://127.0.0.1` receivers: for the sandbox and rehearsals only, which the configuration sees to. */
  readonly allowLoopbackHttp?: boolean;
  readonly resolve?: AddressResolver;
  readonly totalTimeoutMs?: number;
}

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return new HttpWebhookSender(options, options.allowLoopbackHttp ?? false);
}

class HttpWebhookSender implements WebhookSender {
  readonly #agent: Agent;
  readonly #seal: SecretSeal;
  readonly #allowLoopbackHttp: boolean;
  readonly #limits;
  /** An endpoint's secrets are opened once, and not for each send. */
  readonly #targets = new LRUCache<string, Target>({ max: 1000 });

  constructor(options: WebhookSenderOptions, allowLoopbackHttp: boolean) {
    this.#seal = options.seal;
    this.#allowLoopbackHttp = allowLoopbackHttp;
    this.#limits = {
      totalTimeoutMs: options.totalTimeoutMs ?? webhookRules.totalTimeoutMs,
      maxResponseBytes: webhookRules.maxResponseBytes,
      keepResponseBytes: webhookRules.keepResponseBytes,
    };
    this.#agent = new Agent({
      connect: createGuardedConnector({ ...options, allowLoopbackHttp }),
      // Our own deadline covers the whole attempt; undici's would only cost timers.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  send(delivery: Delivery, attempt: number): Promise<SendOutcome> {
    const { merchantId, paymentReference, eventType } = delivery;
    const trace =
      paymentReference === null
        ? undefined
        : traceOfWorkflow(checkoutWorkflowId(merchantId, paymentReference));
    return resumeTrace(trace, () =>
      inSpan(`webhook ${eventType}`, 'client', { attempt }, () => this.#send(delivery, attempt)),
    );
  }

  async #send(delivery: Delivery, attempt: number): Promise<SendOutcome> {
    const startedAt = new Date();
    const start = performance.now();
    const { headAtMs, ...result } = await this.#attempt(delivery, attempt, startedAt);
    const durationMs = Math.round(performance.now() - start);
    return {
      firstByteMs: headAtMs === undefined ? null : Math.round(headAtMs - start),
      httpStatus: null,
      response: null,
      retryAfterMs: null,
      sent: null,
      ...result,
      startedAt,
      durationMs,
    };
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #attempt(delivery: Delivery, attempt: number, at: Date): Promise<AttemptResult> {
    const target = this.#targetOf(delivery);
    if ('failure' in target) return target;
    const traceparent = activeTracer()?.traceparent();
    const headers = {
      ...signedHeaders(delivery, attempt, at, target),
      ...(traceparent !== undefined && { [traceHeader]: traceparent }),
    };
    const sent = {
      signature: headers['webhook-signature'],
      bodySignature: headers['x-notification-signature'],
    };
    try {
      const post = boundedPost(this.#agent, target.url, headers, delivery.body, this.#limits);
      return { ...judgeAnswer(await post, at), sent };
    } catch (error) {
      return { failure: nameFailure(error), sent };
    }
  }

  #targetOf(delivery: Delivery): Target | AttemptResult {
    const { url, secretSealed, formerSecretsSealed, merchantId } = delivery;
    if (url === null || secretSealed === null) return { failure: 'NO_ENDPOINT' };
    const sealed = [secretSealed, ...formerSecretsSealed];
    const name = [merchantId, url, ...sealed.map((each) => each.toString('latin1'))].join(' ');
    const known = this.#targets.get(name);
    if (known) return known;
    const verdict = judgeWebhookUrl(url, this.#allowLoopbackHttp);
    if (!verdict.ok) return { failure: 'URL_REFUSED' };
    const [key, ...former] = sealed.map((each) => this.#openSecret(each, merchantId));
    if (key === undefined) return { failure: 'SECRET_UNREADABLE' };
    // Former secrets that cannot be opened are skipped. The webhook is still signed with the current one.
    const formerKeys = former.filter((each) => each !== undefined);
    const target = { url: new URL(verdict.url), key, formerKeys };
    this.#targets.set(name, target);
    return target;
  }

  #openSecret(sealed: Buffer, merchantId: string): KeyObject | undefined {
    try {
      const key = webhookSecretKey(this.#seal.open(sealed, merchantId));
      return key === undefined ? undefined : createSecretKey(key);
    } catch {
      return undefined;
    }
  }
}

interface Target {
  readonly url: URL;
  readonly key: KeyObject;
  readonly formerKeys: readonly KeyObject[];
}

type AttemptResult = Pick<SendOutcome, 'failure'> &
  Partial<SendOutcome> & { readonly headAtMs?: number };

function signedHeaders(delivery: Delivery, attempt: number, at: Date, target: Target) {
  const timestamp = Math.floor(at.getTime() / 1000);
  const message = { id: delivery.eventId, timestamp, body: delivery.body };
  return webhookHeaders(attempt, signatureHeaders(target.key, message, target.formerKeys));
}

/** Failures with which the receiver may say by `Retry-After` when to try again. */
const mayComeLater: ReadonlySet<SendFailure | null> = new Set(['THROTTLED', 'SERVER_UNAVAILABLE']);

function judgeAnswer(answer: PostAnswer, at: Date): AttemptResult {
  const failure = failureOfStatus(answer.status);
  return {
    httpStatus: answer.status,
    headAtMs: answer.headAtMs,
    failure,
    response: readable(answer.body),
    retryAfterMs: mayComeLater.has(failure)
      ? retryAfterMs(answer.headers['retry-after'], at)
      : null,
  };
}

function failureOfStatus(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'REDIRECT_REFUSED';
  if (status === webhookRules.goneStatus) return 'ENDPOINT_GONE';
  const throttles: readonly number[] = webhookRules.throttleStatuses;
  if (!throttles.includes(status)) return 'HTTP_STATUS';
  return status === 429 ? 'THROTTLED' : 'SERVER_UNAVAILABLE';
}

/**
 * Decodes the stored part of an answer. NUL becomes U+FFFD, because PostgreSQL's text cannot hold NUL. So does a
 * character that the limit of 2 KiB cut in two.
 */
function readable(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\uFFFD');
}

/** Retry-After is a number of seconds or a date. */
function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // The one form of date that HTTP has today; Date.parse alone would accept nearly anything.
  const at = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

function nameFailure(error: unknown): SendFailure {
  if (error instanceof ConnectRefusedError) return error.failure;
  return error instanceof PostTimeoutError ? 'TIMEOUT' : 'CONNECTION_FAILED';
}
