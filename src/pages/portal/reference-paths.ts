/** Pages of the portal that stand where the pages of things have a reference. */
const words: ReadonlySet<string> = new Set(['accounts', 'held', 'new', 'rule', 'statement']);
/** No reference begins with this sign. It marks a reference that is one of the words. */
const mark = '@';

function named(list: string, reference: string): string {
  const begin = words.has(reference) ? mark : '';
  return `${list}/${begin}${encodeURIComponent(reference)}`;
}

export function pathOfOrder(reference: string): string {
  return named('/payments', reference);
}

export function pathOfRefund(reference: string): string {
  return named('/refunds', reference);
}

export function pathOfSettlement(reference: string): string {
  return named('/settlements', reference);
}

/** Returns the parameters of an address without their marks. */
export function unmarked(
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value.startsWith(mark) ? value.slice(mark.length) : value,
    ]),
  );
}
