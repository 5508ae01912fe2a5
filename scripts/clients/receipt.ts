/** A float of 32 bits holds neither amount, and a float of 64 bits holds both: ₦167,772.17 and ₦90,000,000,000.01. */
export const amountsMinor = [16_777_217n, 9_000_000_000_001n] as const;

/** The steps whose replies tell an amount. */
const steps = [
  'initiate',
  'create-account',
  'inward-credit',
  'query',
  'complete-checkout SUCCESSFUL',
] as const;

/** The lines that a client which has taken this payment must have printed and has not. */
export function missingLines(printed: string, amountMinor: bigint): readonly string[] {
  const lines = new Set(printed.split('\n').map((line) => line.trim()));
  return steps.map((step) => `${step} ${amountMinor}`).filter((line) => !lines.has(line));
}
