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

/** Documents the headers of a read that `readPolled` answers. */
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

/**
 * Answers with the state in its envelope and its ETag, or with 304 and no body when the caller has this version
 * already.
 */
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

/** Wakes whoever waits for a thing to change (src/platform/database/change-listener.ts). */
export interface Changes {
  waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
}

/** The means by which requests wait: changes that PostgreSQL notifies of, until the process ends. */
export interface Waiting {
  readonly changes: Changes;
  readonly shutdown: AbortSignal;
}

/** The way to read a state again while a request waits for it. */
export interface Awaited<State> {
  /** The id that PostgreSQL notifies of. */
  readonly id: (state: State) => string;
  readonly read: () => Promise<State>;
  /** Returns the milliseconds after which time alone changes the state; undefined: never. */
  readonly changesInMs?: (state: State) => number | undefined;
}

/** The way to read a polled state, with its version, and whether it still changes. */
export interface Reading<State> extends Awaited<State> {
  readonly etagOf: (state: State) => string;
  readonly isFinal: (state: State) => boolean;
}

/** Reads a state until `isAwaited` is true of it, time is up, or the process ends. Returns the last state that was read. */
export async function readUntil<State>(
  first: State,
  isAwaited: (state: State) => boolean,
  waitMs: number,
  { id, read, changesInMs }: Awaited<State>,
  { changes, shutdown }: Waiting,
): Promise<State> {
  const deadline = performance.now() + waitMs;
  for (let state = first; ;) {
    const leftMs = deadline - performance.now();
    if (isAwaited(state) || leftMs <= 0 || shutdown.aborted) return state;
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, shutdown]);
    // Listening begins before the read, so no change falls between the two.
    const timeoutMs = Math.min(leftMs, changesInMs?.(state) ?? leftMs);
    const changed = changes.waitFor(id(state), timeoutMs, signal);
    state = await read();
    if (isAwaited(state)) done.abort();
    await changed;
    if (!isAwaited(state)) state = await read();
  }
}

/**
 * Reads a state until it differs from the version that the caller has seen, is final, or time is up. Throws the errors
 * of `read`.
 */
export async function readPolled<State>(
  reading: Reading<State>,
  { ifNoneMatch, waitMs }: PollWish,
  waiting: Waiting,
): Promise<Polled<State>> {
  const { read, etagOf, isFinal } = reading;
  const first = await read();
  const seen = etagOf(first);
  const isNews = ifNoneMatch !== undefined && !matchesETag(ifNoneMatch, seen);
  const tagOf = (state: State) => (state === first ? seen : etagOf(state));
  const isAwaited = (state: State) => isNews || isFinal(state) || tagOf(state) !== seen;
  const state = await readUntil(first, isAwaited, waitMs, reading, waiting);
  const etag = tagOf(state);
  return { etag, state: matchesETag(ifNoneMatch, etag) ? undefined : state };
}
