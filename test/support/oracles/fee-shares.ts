/** What each of several payments of an order bears of its fee: whole kobo, in the order of arrival, summing to fee and VAT. */
export function feeShares(
  amounts: readonly bigint[],
  { feeMinor, vatMinor }: { readonly feeMinor: bigint; readonly vatMinor: bigint },
): readonly { readonly feeMinor: bigint; readonly vatMinor: bigint }[] {
  const accepted = amounts.reduce((sum, each) => sum + each, 0n);
  const charge = feeMinor + vatMinor;
  let through = 0n;
  let [charged, taxed] = [0n, 0n];
  return amounts.map((amount) => {
    through += amount;
    const chargedNow = (charge * through) / accepted;
    const taxedNow = charge === 0n ? 0n : (vatMinor * chargedNow) / charge;
    const share = {
      feeMinor: chargedNow - charged - (taxedNow - taxed),
      vatMinor: taxedNow - taxed,
    };
    [charged, taxed] = [chargedNow, taxedNow];
    return share;
  });
}
