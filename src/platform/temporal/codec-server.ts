import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { z } from 'zod';

/** A pino logger fits. */
export interface CodecLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** The caller that wants to read payloads. */
export type PayloadReader =
  | { readonly outcome: 'NOBODY' }
  | { readonly outcome: 'MAY_READ' | 'MAY_NOT'; readonly operator: string };

export interface CodecServerOptions {
  readonly codec: PayloadCodec;
  /** Origin of the Temporal UI, exactly; no other page may read an answer. */
  readonly allowedOrigin: string;
  /** Tells who asks. Only an operator with the permission payloads:read may decode. */
  readonly readerOf: (headers: IncomingHttpHeaders) => Promise<PayloadReader>;
  /** The address at which an operator signs in. */
  readonly signInAt: string;
  readonly log: CodecLog;
}

const maxBodyBytes = 1024 * 1024;

/** Payloads as the UI sends them: protobuf's JSON, with bytes as base64. */
const request = z.object({
  payloads: z.array(
    z.object({
      metadata: z.record(z.string(), z.base64()).optional(),
      data: z.base64().optional(),
    }),
  ),
});

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const notFound = 'there is only POST /decode and POST /encode';

/** The operation on the payloads of a path. The UI sends an operator's input to /encode before it sends an update. */
type Operation = (codec: PayloadCodec, payloads: Payload[]) => Promise<Payload[]>;
const operations: Readonly<Record<string, Operation>> = {
  '/decode': (codec, payloads) => codec.decode(payloads),
  // No key is used here, so that nobody who reaches this server can encrypt. Workers do not believe a plain payload.
  '/encode': (_codec, payloads) => Promise.resolve(payloads),
};

/**
 * Decrypts payloads for the Temporal UI (POST /decode) when the operator who asks may read them. Payloads that the UI asks
 * to encrypt (POST /encode) come back unchanged: the server never encrypts, so nobody can make encrypted payloads here.
 * Every call leaves a line in the log with the caller and the number of payloads.
 */
export function createCodecServer(options: CodecServerOptions): Server {
  const server = createServer((incoming, response) => {
    void handle(incoming, response, options);
  });
  server.requestTimeout = 10_000;
  return server;
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: CodecServerOptions,
): Promise<void> {
  const { origin } = incoming.headers;
  const { allowedOrigin, codec, log } = options;
  response.setHeader('cache-control', 'no-store');
  response.setHeader('vary', 'origin');
  try {
    if (origin !== undefined && origin !== allowedOrigin) {
      throw new Refusal(403, 'this origin may not read payloads');
    }
    if (origin !== undefined) {
      response.setHeader('access-control-allow-origin', allowedOrigin);
      // Credentials are allowed, because the UI sends the desk's cookie along.
      response.setHeader('access-control-allow-credentials', 'true');
    }
    const operation = operationOf(incoming);
    if (incoming.method === 'OPTIONS') return answerPreflight(response);
    if (incoming.method !== 'POST') throw new Refusal(405, notFound);
    const operator =
      pathOf(incoming) === '/decode' ? await readerName(incoming, options) : undefined;
    const payloads = toPayloads(await readBody(incoming));
    const done = await operation(codec, payloads);
    audit(incoming, log, { status: 200, payloads: payloads.length, operator });
    send(response, 200, { payloads: done.map(toJson) });
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 400;
    const reason = error instanceof Refusal ? error.message : 'the payloads cannot be decoded';
    audit(incoming, log, { status, reason });
    send(response, status, { message: reason });
  }
}

/** @throws Refusal 401, 403 or 503 */
async function readerName(
  { headers }: IncomingMessage,
  { readerOf, signInAt }: CodecServerOptions,
): Promise<string> {
  const reader = await readerOf(headers).catch(() => {
    throw new Refusal(503, 'nobody can be asked now who you are; try again');
  });
  if (reader.outcome === 'NOBODY') {
    throw new Refusal(401, `Sign in at ${signInAt} to read payloads, then load this page again.`);
  }
  if (reader.outcome === 'MAY_READ') return reader.operator;
  throw new Refusal(403, `The role of ${reader.operator} lacks the permission payloads:read.`);
}

function operationOf(incoming: IncomingMessage): Operation {
  const path = pathOf(incoming);
  const operation = Object.hasOwn(operations, path) ? operations[path] : undefined;
  if (operation === undefined) throw new Refusal(404, notFound);
  return operation;
}

function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '').split('?')[0] ?? '';
}

/**
 * Answers a browser's preflight request. The UI's calls need one, because the UI sends its namespace as a header of its
 * own.
 */
function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-namespace, authorization',
      'access-control-max-age': '600',
    })
    .end();
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Reads by events: leaving a `for await` early would tear the connection down before the refusal is sent.
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  });
  await once(incoming, 'end');
  if (size > maxBodyBytes) throw new Refusal(413, 'at most 1 MiB');
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
}

function toPayloads(body: unknown): Payload[] {
  const parsed = request.safeParse(body);
  if (!parsed.success) throw new Refusal(400, 'the body is not {"payloads": [...]}');
  return parsed.data.payloads.map(({ metadata = {}, data }) => ({
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(data ?? '', 'base64'),
  }));
}

function toJson({ metadata, data }: Payload): object {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]),
    ),
    data: base64(data ?? new Uint8Array()),
  };
}

function audit(
  incoming: IncomingMessage,
  log: CodecLog,
  outcome: {
    status: number;
    payloads?: number;
    operator?: string | undefined;
    reason?: string;
  },
): void {
  const details = {
    ...outcome,
    method: incoming.method,
    path: pathOf(incoming),
    origin: incoming.headers.origin,
    namespace: incoming.headers['x-namespace'],
    remoteAddress: incoming.socket.remoteAddress,
  };
  if (outcome.status === 200) log.info(details, 'payloads given');
  else log.warn(details, 'payloads refused');
}

function send(response: ServerResponse, status: number, body: object): void {
  // A refusal closes the connection, because the unread rest of a body must not be taken for the next request.
  if (status !== 200) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
