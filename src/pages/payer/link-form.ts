import { isEmail } from 'class-validator';
import { holdsPan } from '../../domain/luhn.js';
import { koboIn } from '../../domain/naira.js';
import { personNamePattern } from '../../domain/reference.js';
import { plainName } from '../../domain/texts.js';
import { toE164 } from '../../http/phone-number.js';
import type { LinkForm } from '../../payments/links/link-checkouts.js';
import type { OwnField } from '../../payments/links/payment-link.js';
import type { TextKey } from './texts.js';

/** The names of the form's fields. */
export const linkFields = ['firstName', 'lastName', 'contact', 'amount', 'quantity'] as const;
export type LinkField = (typeof linkFields)[number];

/** The amounts that a payer may pay. If the bounds are equal, the merchant has fixed the amount. */
export interface LinkBounds {
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** The most pieces of a fixed amount. With 1, the payer is not asked for a number. */
  readonly maxQuantity: number;
  /** The merchant's own fields, which the form shows too. */
  readonly fields: readonly OwnField[];
}

/** A form as it was sent: the payer's input, and the faults in it. */
export interface FilledForm {
  readonly key: string;
  readonly typed: Readonly<Record<LinkField, string>>;
  readonly faults: Readonly<Partial<Record<LinkField, TextKey>>>;
  /** The texts of the merchant's own fields, in their order, and the faults by their indexes. */
  readonly own: readonly string[];
  readonly ownFaults: Readonly<Record<number, TextKey>>;
}

const keyPattern = /^[A-Za-z0-9_-]{22}$/;
const longest = 300;

/** Returns undefined for a key that our form did not make. */
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
  const quantity = quantityIn(typed.quantity, bounds);
  const amountMinor = isFixed ? bounds.minMinor * BigInt(quantity ?? 1) : koboIn(typed.amount);
  const own = bounds.fields.map((_, at) => textIn(body, ownName(at)));
  const ownFaults = faultsOfOwn(bounds.fields, own);
  // The faults are in the order of the form's fields, because the first one gets the focus.
  const faults: FilledForm['faults'] = {
    ...(quantity === undefined && { quantity: 'linkWrongQuantity' }),
    ...(isFixed ? {} : amountFault(amountMinor, bounds)),
    ...(!isName(typed.firstName) && { firstName: 'linkWrongName' }),
    ...(!isName(typed.lastName) && { lastName: 'linkWrongName' }),
    ...(email === null && phoneNumber === null && { contact: 'linkWrongContact' }),
  };
  const isWrong = Object.keys(faults).length + Object.keys(ownFaults).length > 0;
  if (amountMinor === undefined || quantity === undefined || isWrong) {
    return { filled: { key, typed, faults, own, ownFaults } };
  }
  const { firstName, lastName } = typed;
  const answers = Object.fromEntries(
    bounds.fields
      .map(({ label }, at) => [label, own[at] ?? ''] as const)
      .filter(([, text]) => text !== ''),
  );
  const payer = { key, firstName, lastName, email, phoneNumber };
  return { form: { ...payer, amountMinor, quantity, answers } };
}

/** The name of one of the merchant's own fields in the form. */
export function ownName(at: number): string {
  return `own${at}`;
}

/** Returns undefined when the text is not a number of pieces that one order may have. */
function quantityIn(text: string, { maxQuantity }: LinkBounds): number | undefined {
  if (maxQuantity === 1) return 1;
  const quantity = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
  return quantity !== undefined && quantity <= maxQuantity ? quantity : undefined;
}

function faultsOfOwn(
  fields: readonly OwnField[],
  own: readonly string[],
): Readonly<Record<number, TextKey>> {
  const wrong = fields.flatMap(({ required }, at) => {
    const text = own[at] ?? '';
    return (required && text === '') || holdsPan(text) ? [[at, 'linkWrongField'] as const] : [];
  });
  return Object.fromEntries(wrong);
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
  return {
    firstName: textIn(body, 'firstName'),
    lastName: textIn(body, 'lastName'),
    contact: textIn(body, 'contact'),
    amount: textIn(body, 'amount'),
    quantity: textIn(body, 'quantity'),
  };
}

function textIn(body: object, name: string): string {
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? plainName(value.slice(0, longest)) : '';
}
