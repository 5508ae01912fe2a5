import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const pack = promisify(gzip);

export interface Compressed {
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read: () => Promise<Buffer>;
}

/** Serves the same bytes to everybody, compressed for clients that take it. The compressed bytes are made once and kept. */
export function serveCompressed(
  fastify: FastifyInstance,
  url: string,
  { type, headers = {}, read }: Compressed,
): void {
  let packed: Promise<Buffer> | undefined;
  fastify.get(url, async (request, reply) => {
    void reply.type(type).headers(headers).header('vary', 'accept-encoding');
    if (!takesGzip(request)) return reply.send(await read());
    packed ??= read().then((plain) => pack(plain));
    return reply.header('content-encoding', 'gzip').send(await packed);
  });
}

/** Sends a text that is made for this request, compressed outside the thread that answers requests. */
export async function sendCompressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding');
  if (!takesGzip(reply.request)) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await pack(text));
}

/** Tells whether the caller takes gzip: any weight but zero does. */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding']));
}
