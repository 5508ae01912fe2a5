/** ASKED_BEFORE: the request still waits for operators. UNKNOWN: no order has such a payer. */
export type ErasureOutcome = 'ASKED' | 'ASKED_BEFORE' | 'UNKNOWN';

/** A payer who is to be erased, named by an e-mail address or a phone number. */
export interface WantedErasure {
  readonly email: string | null;
  /** E.164 */
  readonly phone: string | null;
  readonly reason: string;
}

/** A request to erase a payer; it names an order and not the payer. */
export interface AskedErasure {
  readonly paymentReference: string;
  readonly askedAt: Date;
  /** Whether an operator has closed the request. */
  readonly isDecided: boolean;
}
