export const disputeKinds = ['CHARGEBACK', 'RECALL'] as const;
export type DisputeKind = (typeof disputeKinds)[number];

export const disputeStatuses = ['OPENED', 'WON', 'LOST'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** The answers a merchant can give to a chargeback. */
export const disputeAnswerKinds = ['ACCEPT', 'EVIDENCE'] as const;
export type DisputeAnswerKind = (typeof disputeAnswerKinds)[number];

/** PENDING: on its way. DELIVERED and REFUSED: the acquirer has said so for certain. */
export const disputeAnswerStatuses = ['PENDING', 'DELIVERED', 'REFUSED'] as const;
export type DisputeAnswerStatus = (typeof disputeAnswerStatuses)[number];
