/** An event from a rail that is not a credit. */
export interface RailEvent {
  /** The bank or acquirer. */
  readonly provider: string;
  /** The rail's id of the event, the same each time the event is sent. A settlement is booked once by its own id. */
  readonly eventId: string;
  readonly kind:
    /** The payer's bank took a transfer back. */
    | 'RECALL'
    /** A card payment was reversed before the acquirer paid it out. */
    | 'REVERSAL'
    | 'CHARGEBACK_OPENED'
    | 'CHARGEBACK_WON'
    | 'CHARGEBACK_LOST'
    /** The acquirer paid us, less its fee. */
    | 'SETTLEMENT';
  /** The session id of the transfer, the charge's id, or the settlement's. */
  readonly subject: string;
  /** The rail's id of the chargeback, the same from its opening to its end. Other events have the event id here. */
  readonly reference: string;
  /** The amount that is taken back, disputed, or paid out by the acquirer (gross), in kobo. */
  readonly amountMinor: bigint;
  /** The fee of a settlement; 0 for other events. */
  readonly feeMinor: bigint;
  /** For a chargeback: the card holder's reason for the dispute, in the acquirer's words. */
  readonly reason?: string | null;
  /** For a chargeback: the time until which the acquirer takes evidence. */
  readonly evidenceDueAt?: Date | null;
}

export interface RailEventResult {
  /**
   * REVERSED, OPENED, WON, LOST, SETTLED, or NOTHING_LEFT (all of the credit was taken back before). Null for a credit
   * we do not know: the rail may send the event again.
   */
  readonly outcome: string | null;
  readonly duplicate: boolean;
}
