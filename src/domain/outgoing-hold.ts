/** Why no money leaves through a bank: `outgoing_hold` of src/persistence/functions/out/sendings.sql. */
export type OutgoingHold =
  /** Our database was restored, and the bank's statement has not been read since. */
  | 'RECOVERY'
  /** Its statement shows that money left of which our books know nothing. */
  | 'UNEXPLAINED_DEBIT';
