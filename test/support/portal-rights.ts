const reads =
  'banks:read checkout:read disputes:read merchant:read payment-links:read refunds:read transactions:read virtual-accounts:read';
const money = 'settlements:read wallet:read';
const admin = `${reads} ${money} accounts:read audit:read checkout-page:write checkout:write disputes:write keys:read keys:write payment-links:write policies:write refunds:destination refunds:write settings:write settlements:write team:read team:write transactions:pii virtual-accounts:write webhooks:read webhooks:write`;

/**
 * What each role of a merchant may do, written by hand: the table that is held against it is the one that the portal reads. A
 * right that is not named is lacking.
 */
export const rightsByHand: Readonly<Record<string, string>> = {
  owner: `${admin} owners:write`,
  admin,
  developer: `${reads} keys:read keys:write webhooks:read webhooks:write checkout:write checkout-page:write`,
  operations: `${reads} ${money} checkout:write payment-links:write virtual-accounts:write refunds:write refunds:destination disputes:write`,
  finance: `${reads} ${money} settlements:write accounts:read transactions:pii audit:read`,
  support: reads,
  viewer: `${reads} ${money}`,
};
