/**
 * The JSON of a provider, in which every number is the text that it was written as: a float loses kobo and the digits
 * of long ids.
 */
export type Told = null | boolean | string | readonly Told[] | { readonly [name: string]: Told };

/** The JSON of a body. Undefined: it is none. */
export function toldJson(text: string): Told | undefined {
  try {
    return JSON.parse(text, asWritten) as Told;
  } catch {
    return undefined;
  }
}

function asWritten(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value;
}

/** The object of a body; undefined when it is none. */
export function toldObject(text: string): Readonly<Record<string, Told>> | undefined {
  const value = toldJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, Told>>) : undefined;
}

/** The text of a member without blanks around it. Undefined: it is not there, empty, or the word "null", which some send for nothing. */
export function toldText(told: Readonly<Record<string, Told>>, name: string): string | undefined {
  const value = Object.hasOwn(told, name) ? told[name] : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || text === 'null' ? undefined : text;
}
