import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { momentOf } from '../../../domain/moment.js';
import { Refusal } from './refusal.js';

/** A field that takes a time. */
export const time = z
  .string()
  .refine((text) => momentOf(text) !== undefined, 'must be a time such as 2026-11-20T14:12:33Z');

/** Reads the body by its schema; a missing body counts as {}. @throws Refusal 400 with one sentence per fault. */
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
