import { ApiProperty } from '@nestjs/swagger';
import type { Envelope } from './envelope.js';

const secrets = new Set<string>();

/** A secret in a reply's `data`. It is shown by the reply that makes it, and kept nowhere else. */
export function ShownOnce(description: string, example: string): PropertyDecorator {
  const repeated = 'Null when the reply is repeated under its Idempotency-Key.';
  const shown = ApiProperty({
    description: `${description} ${repeated}`,
    ...{ type: String, nullable: true, example },
  });
  return (target, property) => {
    secrets.add(String(property));
    shown(target, property);
  };
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
