import type { Envelope } from './envelope.js';
import { text } from './reply.js';

const secrets = new Set<string>();

/** A secret in a reply's `data`. The secret is shown by the reply that makes it, and kept nowhere else. */
export function shownOnce<const Name extends string>(
  name: Name,
  description: string,
  example: string,
) {
  secrets.add(name);
  const repeated = 'Null when the reply is repeated under its Idempotency-Key.';
  const field = text(`${description} ${repeated}`, example).nullable();
  return { [name]: field } as Record<Name, typeof field>;
}

/** The reply as it may be kept and repeated. */
export function withoutSecrets(body: Envelope<unknown>): Envelope<unknown> {
  const data = body.data as Readonly<Record<string, unknown>> | null;
  const held = Object.keys(data ?? {}).filter((name) => secrets.has(name) && data?.[name] !== null);
  if (held.length === 0) return body;
  const blank = Object.fromEntries(held.map((name) => [name, null]));
  const message = `${body.message}. This is a repetition: ${held.join()} was shown once, in the first reply`;
  return { ...body, message, data: { ...data, ...blank } };
}
