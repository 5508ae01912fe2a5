import { applyDecorators } from '@nestjs/common';
import { ApiError } from './api-error.js';
import type { FieldError } from './field-error.js';
import { OptionalTextField, Rule } from './fields.js';

/** Addresses of a merchant's site that a payer's browser is sent to, or that may show the payer's page. */

/** The parameters that are added to `redirectUrl` (src/pages/payer/return-link.ts). */
export const returnParameters = ['paymentReference', 'status', 'time', 'signature'] as const;

/**
 * A host with a port or without. It goes into a content security policy, where signs that `URL` lets through, such as `*`
 * and `;`, have a meaning.
 */
const hostPattern = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/;
const loopbackPattern = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Browsers drop or change these signs, so the address that arrives would not be the one that was given. */
const unsafePattern = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;

export function PageUrlField(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    Rule('isUrl', 'must be an https URL; in the sandbox also http://localhost', isPageUrl),
    OptionalTextField({ max: 2_048, form: 'EXACT' }, { description, format: 'uri', example }),
  );
}

/** The address that the customer is sent to with the result: our four parameters are added to it as it is. */
export function RedirectUrlField(description: string, example: string): PropertyDecorator {
  const names = returnParameters.join(', ');
  return applyDecorators(
    Rule('isFree', `must not have the parameters ${names}: they are added to it`, isFree),
    PageUrlField(`${description} ${names} are added to it.`, example),
  );
}

/** Accepts an origin only in the form in which browsers write it, so that it fits a policy and a message's origin. */
export function isPageOrigin(value: unknown): boolean {
  if (!isPageUrl(value)) return false;
  const { origin, host } = new URL(String(value));
  return origin === value && hostPattern.test(host);
}

function isPageUrl(value: unknown): boolean {
  return (isHttpsUrl(value) || isLoopback(value)) && !unsafePattern.test(String(value));
}

function isLoopback(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isOurs = username === '' && password === '';
  return protocol === 'http:' && loopbackPattern.test(hostname) && isOurs;
}

function isFree(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return true;
  const { searchParams } = new URL(value);
  return !returnParameters.some((name) => searchParams.has(name));
}

/** Checks addresses of pages. An address of one's own machine is for trying things out, and is refused in `live`. */
export class PageAddresses {
  constructor(private readonly isSandbox: boolean) {}

  /** @throws ApiError VALIDATION_FAILED */
  refuse(fields: Readonly<Record<string, string | readonly string[] | null | undefined>>): void {
    if (this.isSandbox) return;
    const errors = Object.entries(fields).flatMap(([field, value]): FieldError[] =>
      [value ?? []].flat().some(isLoopback)
        ? [{ field, rule: 'url', message: `${field} must be an https URL` }]
        : [],
    );
    const [first] = errors;
    if (first === undefined) return;
    throw new ApiError('VALIDATION_FAILED', { message: `${first.message}.`, errors });
  }
}

/** Tells whether a value is an https URL without a user name or a password. */
export function isHttpsUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}
