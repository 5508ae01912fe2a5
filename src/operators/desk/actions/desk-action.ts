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
  /** The choices: value and words. A field without choices takes a text, which may be left out. */
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
  /** Returns the text of a field; empty when nothing was typed. */
  readonly text: (field: string) => string;
}

/** The result of an action that is shown only once, such as a secret or another server's answer. */
export interface ActionResult {
  readonly title: string;
  readonly says: string;
  readonly facts: readonly (readonly [string, string])[];
  /** A link for the operator to copy. */
  readonly link?: string;
  /** The path of the page to continue with. */
  readonly back: string;
}

/** An action on the page of a thing: a page of its own asks about it, and it is carried out with a reason. */
export interface DeskAction {
  readonly kind: ActionKind;
  /** The path below /desk, with `:id` for the thing. */
  readonly path: string;
  readonly permission: Permission;
  readonly title: string;
  /** One or two sentences on the effect. */
  readonly says: string;
  readonly fields?: (asked: ActionAsked) => Promise<readonly ActionField[]>;
  /** The states in which the action may be done; left out: in any state. */
  readonly from?: readonly string[];
  /** The item of a new shop's checklist that this action is a step of. */
  readonly item?: ChecklistItem;
  /**
   * The reason that the form proposes, for steps of onboarding a shop. Such a step is linked from the page of the
   * onboarding.
   */
  readonly usualReason?: string;
  /** Carries the action out. Returns the page to go to, or a result that is shown once. @throws ApiError */
  readonly run: (run: ActionRun) => Promise<string | ActionResult>;
}
