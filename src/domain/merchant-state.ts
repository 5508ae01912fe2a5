export const merchantStatuses = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
/** PENDING: the merchant takes no payments yet. SUSPENDED: it takes none for now. CLOSED: it takes none for good. */
export type MerchantStatus = (typeof merchantStatuses)[number];

interface Move {
  readonly from: readonly MerchantStatus[];
  readonly to: MerchantStatus;
}

/** The actions by which operators move a merchant: the states that allow each action, and the state it leads to. */
export const merchantMoves = {
  activate: { from: ['PENDING'], to: 'ACTIVE' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  reinstate: { from: ['SUSPENDED'], to: 'ACTIVE' },
  close: { from: ['SUSPENDED', 'PENDING'], to: 'CLOSED' },
} as const satisfies Readonly<Record<string, Move>>;

export type MerchantAction = keyof typeof merchantMoves;
