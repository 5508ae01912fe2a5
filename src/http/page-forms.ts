import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.js';

/**
 * Lets pages take forms. PostgreSQL keeps no text with U+0000, so no page is found by one, a form with one is refused, and a filter is
 * read without it. The API refuses it by json-fault.ts and dto.pipe.ts.
 */
export async function takeForms(pages: FastifyInstance, bodyLimit: number): Promise<void> {
  await pages.register(formbody, { bodyLimit });
  pages.addHook('preHandler', async (request) => {
    if (namesWithNul(request.params).length > 0) throw new ApiError('RESOURCE_NOT_FOUND');
    const [field] = namesWithNul(request.body);
    if (field !== undefined) throw refusal(field.replaceAll('\0', ''));
    const query = request.query as Record<string, unknown>;
    for (const name of namesWithNul(query)) query[name] = withoutNul(query[name]);
  });
}

/** The names of fields that have U+0000 in their name or value. */
function namesWithNul(fields: unknown): readonly string[] {
  return Object.entries(fields ?? {})
    .filter((field) => field.flat().some((text) => withoutNul(text) !== text))
    .map(([name]) => name);
}

function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}

function refusal(field: string): ApiError {
  const message = `${field} must be text without NUL`;
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule: 'text', message }],
  });
}
