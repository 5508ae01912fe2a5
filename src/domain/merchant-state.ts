export const merchantStatuses = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
/** PENDING: it takes no payments yet. SUSPENDED: nothing, for now. CLOSED: nothing, for good. */
export type MerchantStatus = (typeof merchantStatuses)[number];

interface Move {
  readonly from: readonly MerchantStatus[];
  readonly to: MerchantStatus;
}

/** How operators move a merchant: what it must be before each action, and what it is afterwards. */
export const merchantMoves = {
  activate: { from: ['PENDING'], to: 'ACTIVE' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  reinstate: { from: ['SUSPENDED'], to: 'ACTIVE' },
  close: { from: ['SUSPENDED', 'PENDING'], to: 'CLOSED' },
} as const satisfies Readonly<Record<string, Move>>;

export type MerchantAction = keyof typeof merchantMoves;
