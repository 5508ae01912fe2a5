/** What a token may be used for. A merchant's token carries all of them. */
export const scopes = [
  'checkout:read',
  'checkout:write',
  'policies:write',
  'refunds:read',
  'refunds:write',
  'webhooks:write',
] as const;
export type Scope = (typeof scopes)[number];
