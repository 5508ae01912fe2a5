/** By which door an operator comes. */
export type Door = 'API' | 'CLI' | 'DESK';

/** Who changes something, and through which door; `record_audit` takes it down with the change. */
export interface Actor {
  /** COMMAND: somebody who may log in to the database. */
  readonly kind: 'OPERATOR' | 'KEY' | 'COMMAND';
  /** An operator's name, a client id, or the login of the database. */
  readonly actor: string;
  readonly door: Door | 'COMMAND';
  readonly reason: string | null;
  /** The second operator of what asks for two. */
  readonly partner: string | null;
  /** Address of the caller; null: a command on the machine. */
  readonly address: string | null;
}
