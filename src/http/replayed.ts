import type { FastifyReply } from 'fastify';

/** The header of an answer to a request that was carried out before. */
export const replayedHeader = { 'idempotent-replayed': 'true' } as const;

/** Marks the reply if the request had been carried out before. */
export function markReplayed(reply: FastifyReply, isReplayed: boolean): void {
  if (isReplayed) reply.headers(replayedHeader);
}
