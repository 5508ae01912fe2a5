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
