import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Refusal } from './refusal.js';

/** The body by its schema; none counts as {}. @throws Refusal 400 with one sentence per fault. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  { body }: FastifyRequest,
): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the body'}: ${message}`,
  );
  throw new Refusal(400, faults.join('; '));
}
