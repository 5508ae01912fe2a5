import type { Actor } from '../../../domain/actor.js';
import type { IdPrefix } from '../../../domain/ids.js';
import type { ChecklistItem } from '../../merchants/merchant-standing.js';
import type { Permission } from '../../people/permissions.js';
import type { DeskPorts } from '../desk-ports.js';

/** Things whose pages offer actions. */
export type ActionKind = 'MERCHANT' | 'DELIVERY' | 'TRANSACTION' | 'DISPUTE';

export const prefixes: Readonly<Record<ActionKind, IdPrefix>> = {
  MERCHANT: 'mch',
  DELIVERY: 'dlv',
  TRANSACTION: 'txn',
  DISPUTE: 'dsp',
};

/** A field of an action's form, besides the reason. */
export interface ActionField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A text may be left out; a choice is one of these: value and words. */
  readonly choices?: readonly (readonly [string, string])[];
  readonly isLong?: boolean;
}

export interface ActionAsked {
  readonly ports: DeskPorts;
  readonly id: string;
}

export interface ActionRun extends ActionAsked {
  /** The operator, with the reason. */
  readonly by: Actor;
  readonly reason: string;
  /** Returns the text of a field; empty: nothing was typed. */
  readonly text: (field: string) => string;
}

/** The answer of an action, shown once: a secret, or another server's words. */
export interface ActionResult {
  readonly title: string;
  readonly says: string;
  readonly facts: readonly (readonly [string, string])[];
  /** A link that is to be copied. */
  readonly link?: string;
  /** The page to go on with. */
  readonly back: string;
}

/** Something that an operator may do on the page of a thing: asked about on a page of its own, and carried out with a reason. */
export interface DeskAction {
  readonly kind: ActionKind;
  /** Below /desk, with `:id` of the thing. */
  readonly path: string;
  readonly permission: Permission;
  readonly title: string;
  /** The effect, in a sentence or two. */
  readonly says: string;
  readonly fields?: (asked: ActionAsked) => Promise<readonly ActionField[]>;
  /** The states in which the action may be done; left out: in any state. */
  readonly from?: readonly string[];
  /** The item of a new shop's checklist that it is a step of. */
  readonly item?: ChecklistItem;
  /** Given for what has one reason most often: a step of taking in a shop. It stands on the page of the onboarding. */
  readonly usualReason?: string;
  /** Carries it out; the page to go to, or what is told once. @throws ApiError */
  readonly run: (run: ActionRun) => Promise<string | ActionResult>;
}
