/** The history of an order beside its money: who paid, and what was sent to whom. Times are RFC 3339, amounts kobo. */
export interface OrderStory {
  readonly payerName: string | null;
  readonly payerEmail: string | null;
  readonly payerPhone: string | null;
  readonly description: string | null;
  readonly credits: readonly OrderSender[];
  readonly refunds: readonly OrderRefund[];
  readonly attempts: readonly OrderAttempt[];
  readonly disputes: readonly OrderDispute[];
  readonly webhooks: readonly OrderWebhook[];
  readonly messages: readonly OrderMessage[];
  readonly timeline: readonly OrderStep[];
}

/** The sender of a payment. */
export interface OrderSender {
  readonly transactionReference: string;
  readonly status: string;
  readonly senderName: string | null;
  readonly senderAccount: string | null;
  readonly senderBank: string | null;
  readonly narration: string | null;
  readonly settlementReference: string | null;
}

export interface OrderRefund {
  readonly refundReference: string;
  readonly status: string;
  readonly cause: string;
  readonly origin: string;
  readonly amount: number;
  readonly receiverName: string | null;
  readonly receiverAccount: string | null;
  readonly receiverBank: string | null;
  readonly requestedAt: string;
}

export interface OrderAttempt {
  readonly status: string;
  readonly amount: number;
  readonly responseCode: string | null;
  readonly last4: string | null;
  readonly at: string;
}

export interface OrderDispute {
  readonly disputeId: string;
  readonly kind: string;
  readonly status: string;
  readonly amount: number;
  readonly evidenceDueAt: string | null;
}

export interface OrderWebhook {
  readonly type: string;
  readonly deliveryId: string | null;
  readonly status: string | null;
  readonly attempts: number | null;
  readonly at: string;
}

export interface OrderMessage {
  readonly kind: string;
  readonly recipient: string;
  readonly channel: string;
  readonly status: string;
  readonly reason: string | null;
  readonly at: string;
}

export interface OrderStep {
  readonly at: string;
  readonly kind: string;
  readonly status: string;
  readonly subject: string;
  readonly amount: number | null;
  readonly reason: string | null;
}
