import { metadataLimits } from '../domain/reference.js';

/** Whether a value is a merchant's own notes: a few short texts by name. */
export function isMetadata(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= metadataLimits.keys &&
    entries.every(
      ([key, text]) =>
        key.length >= 1 &&
        key.length <= metadataLimits.keyLength &&
        typeof text === 'string' &&
        text.length <= metadataLimits.valueLength,
    )
  );
}
