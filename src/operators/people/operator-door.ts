import type { Actor } from '../../domain/actor.js';
import type { OwnPerson } from '../../people/own-password.js';
import type { Door } from '../../people/sign-ins.js';
import type { Operator } from './operator.store.js';

/** Returns an operator who changes something at the desk, in the form of the audit. */
export function ownActor(
  { name, operatorId }: { readonly name: string; readonly operatorId: string },
  address: string,
): Actor {
  const who = { kind: 'OPERATOR', actor: name, operatorId } as const;
  return { ...who, door: 'DESK', reason: null, partner: null, address };
}

/** Returns the operator of the request in the form that changing one's own password needs. */
export function ownPersonOf({ operatorId, name, kind, doorId }: Operator): OwnPerson {
  return { personId: operatorId, login: name, name, kind, doorId };
}

/** Operators sign in by their name. */
export const operatorDoor: Door = {
  name: 'operator',
  loginWord: 'Name',
  actorOf: ({ name, personId }, address) => ownActor({ name, operatorId: personId }, address),
};
