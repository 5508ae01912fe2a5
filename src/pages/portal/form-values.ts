import { lagosDay } from '../../domain/lagos-day.js';
import { koboIn } from '../../domain/naira.js';
import { ApiError } from '../../http/api-error.js';
import { type FormBody, textOf } from '../parts/forms.js';

/** Converts values that people type into the portal's forms to the values of the API's requests. */

/** Returns all values of a field that a form may send more than once. */
export function valuesOf(body: FormBody, field: string): string[] {
  const value = body[field];
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each): each is string => typeof each === 'string' && each !== '');
}

/** Splits a text at commas and line ends. */
export function listed(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Converts an amount in naira to kobo; undefined when the field is empty. @throws ApiError */
export function koboOf(body: FormBody, field: string, label: string): number | undefined {
  const text = textOf(body, field);
  if (text.trim() === '') return undefined;
  const kobo = koboIn(text);
  if (kobo !== undefined && kobo <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(kobo);
  throw invalid(field, `${label} is no amount in naira. Write it as 10,000 or 10000.50.`);
}

/** Returns the end of a day in Lagos, in the API's form; undefined when the field is empty. @throws ApiError */
export function endOf(body: FormBody, field: string): string | undefined {
  const text = textOf(body, field);
  if (text === '') return undefined;
  const day = lagosDay(text);
  if (day === undefined) throw invalid(field, `${text} is no day. Write it as 2026-12-31.`);
  return new Date(day.before.getTime() - 1).toISOString();
}

/**
 * Returns a whole number; undefined when the field is empty. A text that is not a number fails by the request's own
 * rules.
 */
export function wholeOf(body: FormBody, field: string): number | undefined {
  const text = textOf(body, field);
  return text === '' ? undefined : Number(text);
}

/** Returns the named fields of a form that are not empty. */
export function filledOf(body: FormBody, ...fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [field, textOf(body, field)] as const).filter(([, text]) => text !== ''),
  );
}

/** Returns texts of an address's query; a missing one is empty. */
export function queryOf<const Name extends string>(
  query: Readonly<Record<string, unknown>>,
  ...names: readonly Name[]
): Record<Name, string> {
  const of = (name: Name) => {
    const value = query[name];
    return typeof value === 'string' ? value.trim().slice(0, 400) : '';
  };
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, string>;
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('VALIDATION_FAILED', {
    message,
    errors: [{ field, rule: 'pattern', message }],
  });
}
