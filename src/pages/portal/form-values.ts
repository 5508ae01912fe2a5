import { lagosDay } from '../../domain/lagos-day.js';
import { koboIn } from '../../domain/naira.js';
import { ApiError } from '../../http/api-error.js';
import { type FormBody, textOf } from '../parts/forms.js';

/** Values that people type into the portal's forms, as requests of the API have them. */

/** Returns all values of a field that a form may send more than once. */
export function valuesOf(body: FormBody, field: string): string[] {
  const value = body[field];
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each): each is string => typeof each === 'string' && each !== '');
}

/** The parts of a text that are separated by commas or lines. */
export function listed(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** An amount in naira as a number of kobo; undefined: the field is empty. @throws ApiError */
export function koboOf(body: FormBody, field: string, label: string): number | undefined {
  const text = textOf(body, field);
  if (text.trim() === '') return undefined;
  const kobo = koboIn(text);
  if (kobo !== undefined && kobo <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(kobo);
  throw invalid(field, `${label} is no amount in naira. Write it as 10,000 or 10000.50.`);
}

/** The end of a day in Lagos, as a request of the API has it; undefined: the field is empty. @throws ApiError */
export function endOf(body: FormBody, field: string): string | undefined {
  const text = textOf(body, field);
  if (text === '') return undefined;
  const day = lagosDay(text);
  if (day === undefined) throw invalid(field, `${text} is no day. Write it as 2026-12-31.`);
  return new Date(day.before.getTime() - 1).toISOString();
}

/** A whole number; undefined: the field is empty. What is no number is left to the rules of the request. */
export function wholeOf(body: FormBody, field: string): number | undefined {
  const text = textOf(body, field);
  return text === '' ? undefined : Number(text);
}

/** The named fields of a form that are filled in. */
export function filledOf(body: FormBody, ...fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [field, textOf(body, field)] as const).filter(([, text]) => text !== ''),
  );
}

/** The texts of a query of an address, empty where it has none. */
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
