/** Counts the messages of a run by their outcome. Histories hold these counts, so there is nothing else here. */
export interface Carried {
  readonly accepted: number;
  readonly refused: number;
  readonly unknown: number;
  readonly notSent: number;
}

/** Sends the messages that are due. */
export interface MessageCourier {
  /** Sends whatever becomes due for this long, and then waits for the messages that are still under way. */
  carry(forMs: number, stopped: AbortSignal): Promise<Carried>;
}
