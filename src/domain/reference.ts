/** The patterns of request fields, and the one form in which each field is kept. */

/** A merchant's own name for an order, a refund or the like. The name stands in paths and in workflow ids, so no "/", "?", "#", "%" or space. */
export const paymentReferencePattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
export const referenceRule =
  'must be 1 to 64 letters, digits, ".", "_", ":" or "-", beginning with a letter or digit';
/** A partner's prefix of account numbers. */
export const prefixPattern = /^[0-9]{3}$/;
export const accountNumberPattern = /^[0-9]{10}$/;
/** A bank's code on NIP. */
export const institutionCodePattern = /^[0-9]{6}$/;
/** The code that the central bank gave a bank. */
export const cbnCodePattern = /^([0-9]{3}|[0-9]{5})$/;
/** Fits a bank code of either kind. */
export const anyBankCodePattern = /^([0-9]{3}|[0-9]{5,6})$/;
/**
 * A first or last name after `plainName`, with the signs that people type beside it. It has 1 to 50 characters, one of
 * them a letter. A letter and its marks count as one character.
 */
export const personNamePattern = /^(?=.*\p{L})(?:[\p{L}\p{N} '".,&()[\]/-]\p{M}{0,4}){1,50}$/u;
/** An account's name; 2 to 100 characters. */
export const accountNamePattern = /^(?=.*\p{L})(?:[\p{L}\p{N} '".,&()[\]/-]\p{M}{0,4}){2,100}$/u;
/** A bank verification number, or a national identification number. */
export const identityPattern = /^[0-9]{11}$/;
export const accessCodePattern = /^ac_[A-Za-z0-9_-]{43}$/;

/** Minutes a virtual account may be valid, and the range the API recommends. */
export const validityMinutes = {
  min: 1,
  max: 1_440,
  recommendedMin: 10,
  recommendedMax: 30,
} as const;
/** The minutes that a standalone dynamic account may be valid. */
export const dynamicValidityMinutes = { min: 1, max: 4_320 } as const;
/** Minutes a checkout session may live. */
export const sessionTtlMinutes = { min: 10, max: 10_080, default: 1_440 } as const;
export const metadataLimits = { keys: 20, keyLength: 40, valueLength: 500 } as const;

/** Mail domains have no case; the part before the "@" is the mail server's business and stays as it is. */
export function lowerCaseDomain(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at + 1) + email.slice(at + 1).toLowerCase();
}
