import { z } from 'zod';

/** The id comes as text, or as a number of 19 digits. */
export const termiiMessageId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().min(1).max(100));

/** Undefined: it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
      // A number of 19 digits would be rounded: its text is kept.
      typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? null) : value,
    );
  } catch {
    return undefined;
  }
}
