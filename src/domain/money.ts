/**
 * Amounts of money. Everywhere in the engine an amount is a bigint in minor units (kobo): never a fraction, never naira.
 * An amount is a JSON number only at the HTTP edge and a decimal string in Temporal payloads, where a bigint cannot travel.
 */

import { homeCurrency } from './currency.ts';

/** Writes an amount for people, such as "₦10,000.00". */
export function formatNaira(amountMinor: bigint): string {
  const sign = amountMinor < 0n ? '-' : '';
  const absolute = amountMinor < 0n ? -amountMinor : amountMinor;
  const naira = formatCount(absolute / 100n);
  const kobo = String(absolute % 100n).padStart(2, '0');
  return `${sign}₦${naira}.${kobo}`;
}

/** A count that is not negative, for people to read, such as "1,234". */
export function formatCount(count: number | bigint): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Writes an amount for people, in any currency that has hundredths, such as "₦10,000.00" and "USD 10.00". */
export function formatMoney(amountMinor: bigint, currency: string): string {
  const naira = formatNaira(amountMinor);
  return currency === homeCurrency ? naira : naira.replace('₦', `${currency} `);
}

/** Naira with two decimals, such as "-10000.00". */
export function toDecimalNaira(amountMinor: bigint): string {
  const absolute = amountMinor < 0n ? -amountMinor : amountMinor;
  const kobo = String(absolute % 100n).padStart(2, '0');
  return `${amountMinor < 0n ? '-' : ''}${absolute / 100n}.${kobo}`;
}

/** The amount as a JSON number. Throws RangeError when the number could not carry every kobo. */
export function toJsonAmount(amountMinor: bigint): number {
  const amount = Number(amountMinor);
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError(`amount ${amountMinor} does not fit a JSON number`);
  }
  return amount;
}

/** The bigint of a JSON number. Throws RangeError when it is not a whole, safe number. */
export function fromJsonAmount(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError(`amount ${amount} is not a whole number of kobo`);
  }
  return BigInt(amount);
}

/** The amount as it travels in Temporal payloads: a decimal string. */
export function toPayloadAmount(amountMinor: bigint): string {
  return amountMinor.toString();
}

/** The inverse of `toPayloadAmount`. Throws RangeError on anything but an optional minus and digits. */
export function fromPayloadAmount(text: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) {
    throw new RangeError(`"${text}" is not an amount in minor units`);
  }
  return BigInt(text);
}
