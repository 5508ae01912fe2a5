import { ApiExtension } from '@nestjs/swagger';
import { z } from 'zod';
import { success, type Reason } from '../domain/result-code.js';
import { answersKey, type AnswersNote, responseNameKey } from './open-api-model.js';
import { flag, listOf, referenceToReply, reply, text, type ReplyPart } from './reply.js';

/** The shape of every reply. Schema name of the source document. */
reply('ApiResponseEnvelope', {
  isSuccessful: flag('Whether `code` is 00.', true),
  code: text('Result code.', success.code),
  message: text('Text for people.', success.message),
  data: z.record(z.string(), z.unknown()).meta({
    description: 'The answer of the operation, or the reason of the failure.',
    example: {},
  }),
});

/** A rule that a field of the request broke. */
const FieldErrorView = reply('FieldErrorView', {
  field: text('Path of the field, such as `source.bankCode`.', 'amount'),
  rule: text('Name of the rule.', 'integer'),
  message: text('The rule as a sentence.', 'amount must be a whole number of kobo'),
});

/** `data` of a reply that is not successful. */
reply('ErrorDataView', {
  reason: text(
    'Why the request did not succeed. Programs switch on it. More reasons may be added: treat one that you do not know by the HTTP status and `retryable`.',
    'VALIDATION_FAILED',
  ),
  retryable: flag('Whether the same request may succeed later.', false),
  errors: listOf(
    FieldErrorView,
    'The fields that are wrong. Empty when the fault is not in a field.',
  ),
  docs: text('Page that explains the reason.', '/docs/errors#VALIDATION_FAILED'),
});

/**
 * The reasons with which every operation that needs a merchant's token may refuse. The document adds them to each such
 * operation by itself.
 */
export const tokenReasons = [
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'SCOPE_MISSING',
] as const satisfies readonly Reason[];

/** Shapes of the fields that failures carry in `data` besides the reason. */
export type FailureData = Readonly<Partial<Record<Reason, z.ZodObject>>>;

type Data = ReplyPart | readonly [ReplyPart] | null;

/**
 * Documents the reply with "00" (a shape in brackets: a list of these; null: it is never sent) and each way to fail, from
 * the one table of results. `more`: the fields that a failure carries in its data besides the reason, by reason.
 */
export function Answers(
  data: Data,
  reasons: readonly Reason[],
  more: FailureData = {},
): MethodDecorator {
  const note: AnswersNote = {
    data: schemaOf(data),
    reasons,
    more: pathsOf(more),
  };
  return ApiExtension(answersKey, note);
}

/** Names the schema of the reply; without it the name is the operation's with `Response` after it. */
export function AnswersAs(name: string): MethodDecorator {
  return ApiExtension(responseNameKey, name);
}

function schemaOf(data: Data): AnswersNote['data'] {
  if (data === null) return null;
  return isListed(data)
    ? { type: 'array', items: referenceToReply(data[0]) }
    : referenceToReply(data);
}

function isListed(data: object): data is readonly [ReplyPart] {
  return Array.isArray(data);
}

function pathsOf(parts: Readonly<Record<string, z.ZodObject>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, referenceToReply(part).$ref ?? '']),
  );
}
