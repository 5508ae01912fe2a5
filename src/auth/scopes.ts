/** What a token may be used for. A merchant's token carries all of them. */
export const scopes = ['checkout:read', 'checkout:write', 'webhooks:write'] as const;
export type Scope = (typeof scopes)[number];
