/**
 * Naira as people write them: the sign before or behind, a dot before one or two digits of kobo, and commas or spaces between
 * thousands, or none. A comma anywhere else may mean a decimal point, so it is refused.
 */
const written =
  /^(?:₦|ngn|n|#)?\s*(?<naira>\d{1,13}|[1-9]\d{0,2}(?:(?:,\d{3}){1,4}|(?:\s\d{3}){1,4}))(?:\.(?<kobo>\d{1,2}))?\s*(?:₦|ngn|naira)?$/i;

/** The amount in kobo that such a text writes; undefined for anything else. */
export function koboIn(text: string): bigint | undefined {
  const { naira, kobo = '' } = written.exec(text.trim())?.groups ?? {};
  if (naira === undefined) return undefined;
  return BigInt(naira.replaceAll(/[,\s]/g, '')) * 100n + BigInt(kobo.padEnd(2, '0'));
}

/** Naira as programs write them: digits, perhaps with commas between thousands, a dot and decimals. */
const decimalNaira =
  /^(?<sign>-?)(?<naira>\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?<decimals>\d{1,6}))?$/;

/**
 * The amount in kobo that another program writes in naira. The text is read, because a float cannot hold every kobo:
 * 4.35 * 100 is 434.99999999999994. Undefined: the text is no amount, or has a part of a kobo.
 */
export function parseNaira(text: string): bigint | undefined {
  const { sign, naira, decimals = '' } = decimalNaira.exec(text.trim())?.groups ?? {};
  if (naira === undefined || /[1-9]/.test(decimals.slice(2))) return undefined;
  const kobo =
    BigInt(naira.replaceAll(',', '')) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'));
  return sign === '-' ? -kobo : kobo;
}
