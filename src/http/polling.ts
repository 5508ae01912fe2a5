import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from './envelope.js';
import { matchesETag } from './etag.js';
import { preferredWaitMs } from './prefer.js';

/** The version that a polling client has already seen, and how long it will wait for a newer one. */
export interface PollWish {
  readonly ifNoneMatch: string | undefined;
  readonly waitMs: number;
}

/** A state and its `ETag`. The state is left out when the caller has this version already. */
export interface Polled<State> {
  readonly etag: string;
  readonly state: State | undefined;
}

/** Documents the headers of a read that `readPolled` or the checkout's query answers. */
export function Pollable({ canWait }: { readonly canWait: boolean }): MethodDecorator {
  const wait = ApiHeader({
    name: 'Prefer',
    required: false,
    description: '`wait=N`: wait up to N seconds for a change, at most 25.',
  });
  const seen = ApiHeader({
    name: 'If-None-Match',
    required: false,
    description:
      'The `ETag` of the state that you know. The reply is HTTP 304 while nothing has changed.',
  });
  return canWait ? applyDecorators(wait, seen) : applyDecorators(seen);
}

export function pollWishOf({ headers }: FastifyRequest): PollWish {
  const ifNoneMatch = headers['if-none-match'];
  return { ifNoneMatch, waitMs: preferredWaitMs(headers['prefer']) };
}

/** The state in its envelope under its name; 304 and nothing when the caller has it. */
export function answerPolled<State, Data>(
  { etag, state }: Polled<State>,
  reply: FastifyReply,
  envelope: (state: State) => Envelope<Data>,
): Envelope<Data> | undefined {
  reply.header('etag', etag);
  if (state !== undefined) return envelope(state);
  reply.code(304);
  return undefined;
}

/** Wakes whoever waits for a thing to change (src/persistence/change-listener.ts). */
export interface Changes {
  waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
}

/** How a state is read, and what of it matters to those who wait. */
export interface Reading<State> {
  /** What PostgreSQL notifies of. */
  readonly id: (state: State) => string;
  readonly read: () => Promise<State>;
  readonly etagOf: (state: State) => string;
  readonly isFinal: (state: State) => boolean;
}

/** The state as soon as it is another than the caller has seen, or final, or time is up. What `read` throws is thrown. */
export async function readPolled<State>(
  { id, read, etagOf, isFinal }: Reading<State>,
  { ifNoneMatch, waitMs }: PollWish,
  { changes, shutdown }: { readonly changes: Changes; readonly shutdown: AbortSignal },
): Promise<Polled<State>> {
  let state = await read();
  const seen = etagOf(state);
  const deadline = Date.now() + waitMs;
  const isNews = (): boolean =>
    etagOf(state) !== seen || (ifNoneMatch !== undefined && !matchesETag(ifNoneMatch, seen));
  while (!isNews() && !isFinal(state) && Date.now() < deadline && !shutdown.aborted) {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, shutdown]);
    // Listening begins before the read, so no change falls between the two.
    const changed = changes.waitFor(id(state), deadline - Date.now(), signal);
    state = await read();
    if (isNews() || isFinal(state)) done.abort();
    await changed;
    if (!isNews()) state = await read();
  }
  const etag = etagOf(state);
  return { etag, state: matchesETag(ifNoneMatch, etag) ? undefined : state };
}
