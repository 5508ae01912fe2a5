/**
 * The JSON of a provider, in which every number is the text that it was written as: a float loses kobo and the digits
 * of long ids.
 */
export type LosslessJson = null | boolean | string | readonly LosslessJson[] | LosslessObject;
export interface LosslessObject {
  readonly [name: string]: LosslessJson;
}

/** Reads the JSON of a body. Undefined: the body is no JSON. */
export function parseLossless(text: string): LosslessJson | undefined {
  try {
    return JSON.parse(text, asWritten) as LosslessJson;
  } catch {
    return undefined;
  }
}

function asWritten(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value;
}

/** Reads the object of a body; undefined when the body is no object. */
export function parseLosslessObject(text: string): LosslessObject | undefined {
  const value = parseLossless(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as LosslessObject) : undefined;
}

/**
 * Returns the text of a member, trimmed. Undefined: the member is missing or empty, or it is the word "null", which some
 * providers send for an empty value.
 */
export function textField(parsed: LosslessObject, name: string): string | undefined {
  const value = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || text === 'null' ? undefined : text;
}

/** Returns the objects of a list, without whatever else a provider has put into it. */
export function objectsIn(list: readonly LosslessJson[]): LosslessObject[] {
  return list.filter(
    (each): each is LosslessObject =>
      typeof each === 'object' && each !== null && !Array.isArray(each),
  );
}
