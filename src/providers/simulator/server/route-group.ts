import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../../platform/observability/logger.js';
import type { Behaviours } from './behaviour/behaviours.js';
import type { SimulatorDatabase } from './database.js';
import type { Hooks } from './hooks.js';
import type { HookKeys } from '../../hook-signature.js';

/** What the parts of the simulator share. */
export interface SimulatorParts {
  readonly database: SimulatorDatabase;
  /** How calls are to be misbehaved on, as set by the control API. */
  readonly behaviours: Behaviours;
  /** Tells Manilla's provider hooks. */
  readonly hooks: Hooks;
  /** Shared with Manilla; both sides sign with it. */
  readonly keys: HookKeys;
  readonly log: Logger;
}

/** One counterpart that the process plays: the bank, the acquirer. */
export interface RouteGroup {
  /** Its tables, each `create table if not exists`; `POST /control/reset` empties them. */
  readonly schema: string;
  /** What of it may be told to misbehave: values of a rule's `on`. */
  readonly operations: readonly string[];
  /** What Manilla calls, below `/bank`, `/acquirer` and so on; every request is signed and checked before. */
  readonly signed?: (app: FastifyInstance, parts: SimulatorParts) => void;
  /** What people and tests call, below `/control`. */
  readonly control?: (app: FastifyInstance, parts: SimulatorParts) => void;
  /** What a payer's browser opens. */
  readonly open?: (app: FastifyInstance, parts: SimulatorParts) => void;
}
