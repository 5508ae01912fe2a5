/** An operator's way in: the desk with a session, or the API with a token. */
export type Door = 'API' | 'DESK';

/** The person or program that changes something, and its way in. `record_audit` stores the actor with the change. */
export interface Actor {
  /** COMMAND: somebody who may log in to the database. PERSON: one of a merchant's people. */
  readonly kind: 'OPERATOR' | 'KEY' | 'COMMAND' | 'PERSON';
  /** A person's name, a client id, or the login of the database. */
  readonly actor: string;
  /** The id of an operator. Names are for people; ids decide who is who. */
  readonly operatorId?: string;
  /** The id of one of a merchant's people. */
  readonly personId?: string;
  readonly door: Door | 'COMMAND' | 'PORTAL';
  readonly reason: string | null;
  /** The second operator of a decision that takes two. */
  readonly partner: string | null;
  /** Address of the caller; null: a command on the machine. */
  readonly address: string | null;
}
