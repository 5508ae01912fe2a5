import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { withFile } from '../../http/file-body.js';

const formType = 'multipart/form-data';
/** The bytes that a form may have beside its file. */
const aroundBytes = 16_384;

/** The route itself reads a form with a file, so nobody who is not signed in can fill our memory. */
export function takeFormFiles(pages: FastifyInstance): void {
  pages.addContentTypeParser(formType, (_request, stream, done) => done(null, stream));
}

interface Limits {
  readonly merchantId: string;
  readonly mostBytes: number;
}

/**
 * Passes the field `file` of a form to `work`.
 *
 * @throws ApiError TOO_MUCH_AT_ONCE, PAYLOAD_TOO_LARGE, VALIDATION_FAILED when there is no file
 */
export function withFormFile<Result>(
  { merchantId, mostBytes }: Limits,
  request: FastifyRequest,
  work: (file: Buffer) => Promise<Result>,
): Promise<Result> {
  const type = request.headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith(formType)) throw noFile();
  const limits = { merchantId, mostBytes: mostBytes + aroundBytes };
  return withFile(limits, request, async (form) => {
    const file = await fileIn(form, type);
    if (file.length <= mostBytes) return work(file);
    throw new ApiError('PAYLOAD_TOO_LARGE', { message: 'The file is too large.' });
  });
}

/** Reads the form with the platform's own parser. A form that cannot be parsed has no file. */
async function fileIn(form: Buffer, type: string): Promise<Buffer> {
  const read = new Response(new Uint8Array(form), { headers: { 'content-type': type } });
  const file = await read.formData().then(
    (fields) => fields.get('file'),
    () => null,
  );
  if (file === null || typeof file === 'string' || file.size === 0) throw noFile();
  return Buffer.from(await file.arrayBuffer());
}

function noFile(): ApiError {
  return new ApiError('VALIDATION_FAILED', { message: 'Choose a file first.' });
}
