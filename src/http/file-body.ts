import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError } from './api-error.js';
import { FairQueue } from './fair-queue.js';
import { merchantOf } from './request-note.js';

/** The operations whose body is a file. All others answer 415 to these types. */
const fileRoutes: ReadonlySet<string> = new Set(['/api/v1/disputes/:disputeId/files']);
const fileTypes = ['application/octet-stream', 'application/pdf', 'image/jpeg', 'image/png'];

/** Files that are in memory at once. */
const uploads = new FairQueue({ atOnce: 4, ofOne: 2, waiting: 20 });

/** Leaves a file unread until its operation reads it, so that nobody without a token fills our memory. */
export function takeFiles(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(fileTypes, (request, stream, done) => {
    if (fileRoutes.has(request.routeOptions.url ?? '')) done(null, stream);
    else done(new ApiError('UNSUPPORTED_MEDIA_TYPE'));
  });
}

/** Reasons for which a file is refused besides those of its operation. */
export const uploadReasons = ['TOO_MUCH_AT_ONCE'] as const;

/**
 * Documents an operation whose body is a file, which `fileOf(request)` returns. The decorator stands below RequireScope,
 * so that the file is read before the Idempotency-Key is looked at: a repeated request must have the same file.
 */
export function TakesFile(what: string, mostBytes: number): MethodDecorator {
  return applyDecorators(
    ApiConsumes('application/octet-stream'),
    ApiBody({ description: what, required: true, schema: { type: 'string', format: 'binary' } }),
    UseInterceptors(new FileBody(mostBytes)),
  );
}

export function fileOf({ note }: FastifyRequest): Buffer {
  return note.rawBody ?? Buffer.alloc(0);
}

/**
 * Reads the body of a request as a file and does something with it, while few others have theirs in memory.
 *
 * @throws ApiError TOO_MUCH_AT_ONCE, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export function withFile<Result>(
  { merchantId, mostBytes }: { readonly merchantId: string; readonly mostBytes: number },
  request: Pick<FastifyRequest, 'body' | 'headers'>,
  work: (file: Buffer) => Promise<Result>,
): Promise<Result> {
  return uploads.take(merchantId, async () => work(await readFile(request, mostBytes)));
}

class FileBody implements NestInterceptor {
  constructor(private readonly mostBytes: number) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { merchantId } = merchantOf(request);
    const work = (file: Buffer): Promise<unknown> => {
      request.note.rawBody = file;
      request.body = { file: createHash('sha256').update(file).digest('hex') };
      return lastValueFrom(next.handle());
    };
    return from(withFile({ merchantId, mostBytes: this.mostBytes }, request, work));
  }
}

async function readFile(
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
  mostBytes: number,
): Promise<Buffer> {
  if (!(body instanceof Readable) || headers['content-encoding'] !== undefined) {
    const message =
      'Send the file itself as the body, with Content-Type: application/octet-stream.';
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { message });
  }
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    // A stream that is left early must not be destroyed, because its connection carries the answer.
    for await (const part of body.iterator({ destroyOnReturn: false })) {
      length += (part as Buffer).length;
      if (length > mostBytes) throw tooLarge(mostBytes);
      parts.push(part as Buffer);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('MALFORMED_JSON', { message: 'The file did not come to its end.' });
  }
  return Buffer.concat(parts);
}

function tooLarge(mostBytes: number): ApiError {
  const message = `The file is too large. Send at most ${mostBytes / 1_024 / 1_024} MB.`;
  return new ApiError('PAYLOAD_TOO_LARGE', { message });
}
