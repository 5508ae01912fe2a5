import type { FastifyInstance } from 'fastify';
import type { InwardRequest, InwardResult } from '../control-client.js';
import type { Logger } from '../../../platform/observability/logger.js';
import type { Behaviours } from './behaviour/behaviours.js';
import type { SimulatorDatabase } from './database.js';
import type { Hooks } from './hooks.js';
import type { HookKeys } from '../../hook-signature.js';

/** The parts that the simulator's route groups share. */
export interface SimulatorParts {
  readonly database: SimulatorDatabase;
  /** The rules by which calls misbehave, as set by the control API. */
  readonly behaviours: Behaviours;
  /** Calls Manilla's provider hooks. */
  readonly hooks: Hooks;
  /** The address at which browsers reach the pages; null: the one at which the caller reaches the simulator. */
  readonly publicUrl: string | null;
  /** Shared with Manilla; both sides sign with it. */
  readonly keys: HookKeys;
  /** Banks with account numbers of their own. A payer's transfer to such a number goes to that bank. */
  readonly takers: InwardTaker[];
  readonly log: Logger;
}

/** A bank that takes payers' transfers to its own numbers. */
export interface InwardTaker {
  has(accountNumber: string): boolean;
  pay(request: InwardRequest): Promise<InwardResult>;
}

/** A counterpart that the process plays: the bank, the acquirer. */
export interface RouteGroup {
  /** The tables of the group, each `create table if not exists`; `POST /control/reset` empties them. */
  readonly schema: string;
  /** The operations of the group that may misbehave: values of a rule's `on`. */
  readonly operations: readonly string[];
  /** Its misbehaviours that no rule can describe otherwise: values of a rule's `as`. */
  readonly misbehaviours?: Readonly<Record<string, string>>;
  /**
   * The routes that Manilla calls, below `/bank`, `/acquirer` and so on; every request is signed and checked before.
   */
  readonly signed?: (app: FastifyInstance, parts: SimulatorParts) => void;
  /** The routes that people and tests call, below `/control`. */
  readonly control?: (app: FastifyInstance, parts: SimulatorParts) => void;
  /** The pages that a payer's browser opens. */
  readonly open?: (app: FastifyInstance, parts: SimulatorParts) => void;
}
