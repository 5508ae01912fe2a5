import { isEmail } from 'class-validator';
import { holdsPan } from '../../domain/luhn.js';
import { koboIn } from '../../domain/naira.js';
import { personNamePattern } from '../../domain/reference.js';
import { plainName } from '../../domain/texts.js';
import { toE164 } from '../../http/phone-number.js';
import type { LinkForm } from '../../payments/links/link-checkouts.js';
import type { TextKey } from './texts.js';

/** Fields of the form, by their names in it. */
export const linkFields = ['firstName', 'lastName', 'contact', 'amount'] as const;
export type LinkField = (typeof linkFields)[number];

/** The amounts that a payer may pay; equal bounds: the merchant has fixed the amount. */
export interface LinkBounds {
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/** A form as it was sent: the payer's input, and the faults in it. */
export interface FilledForm {
  readonly key: string;
  readonly typed: Readonly<Record<LinkField, string>>;
  readonly faults: Readonly<Partial<Record<LinkField, TextKey>>>;
}

const keyPattern = /^[A-Za-z0-9_-]{22}$/;
const longest = 300;

/** Undefined when it was not made from our form. */
export function keyOf(body: object): string | undefined {
  const { key } = body as { key?: unknown };
  return typeof key === 'string' && keyPattern.test(key) ? key : undefined;
}

/** Reads a form: its values, or the faults of its fields. */
export function readLinkForm(
  key: string,
  body: object,
  bounds: LinkBounds,
): { readonly form: LinkForm } | { readonly filled: FilledForm } {
  const typed = typedIn(body);
  const contact = holdsPan(typed.contact) ? '' : typed.contact;
  const email = isEmail(contact) && contact.length <= 254 ? contact : null;
  const phoneNumber = email === null ? (toE164(contact) ?? null) : null;
  const isFixed = bounds.minMinor === bounds.maxMinor;
  const amountMinor = isFixed ? bounds.minMinor : koboIn(typed.amount);
  // In the order of the form: the first has the focus.
  const faults: FilledForm['faults'] = {
    ...amountFault(amountMinor, bounds),
    ...(!isName(typed.firstName) && { firstName: 'linkWrongName' }),
    ...(!isName(typed.lastName) && { lastName: 'linkWrongName' }),
    ...(email === null && phoneNumber === null && { contact: 'linkWrongContact' }),
  };
  if (amountMinor === undefined || Object.keys(faults).length > 0) {
    return { filled: { key, typed, faults } };
  }
  const { firstName, lastName } = typed;
  return { form: { key, firstName, lastName, email, phoneNumber, amountMinor } };
}

function isName(text: string): boolean {
  return personNamePattern.test(text) && !holdsPan(text);
}

function amountFault(amountMinor: bigint | undefined, { minMinor, maxMinor }: LinkBounds) {
  if (amountMinor === undefined) return { amount: 'linkWrongAmount' } as const;
  const fits = amountMinor >= minMinor && amountMinor <= maxMinor;
  return fits ? {} : ({ amount: 'linkWrongBounds' } as const);
}

function typedIn(body: object): Record<LinkField, string> {
  const values = body as Readonly<Record<string, unknown>>;
  const textOf = (name: LinkField): string => {
    const value = values[name];
    return typeof value === 'string' ? plainName(value.slice(0, longest)) : '';
  };
  return {
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    contact: textOf('contact'),
    amount: textOf('amount'),
  };
}
