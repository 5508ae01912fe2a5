import type { Actor } from '../../domain/actor.js';
import type { OwnPerson } from '../../people/own-password.js';
import type { Door } from '../../people/sign-ins.js';
import type { Operator } from './operator.store.js';

/** An operator who changes something at the desk, as the audit shows the operator. */
export function ownActor(
  { name, operatorId }: { readonly name: string; readonly operatorId: string },
  address: string,
): Actor {
  const who = { kind: 'OPERATOR', actor: name, operatorId } as const;
  return { ...who, door: 'DESK', reason: null, partner: null, address };
}

/** The operator who asks, as one who changes the own password. */
export function ownPersonOf({ operatorId, name, kind, doorId }: Operator): OwnPerson {
  return { personId: operatorId, login: name, name, kind, doorId };
}

/** How operators sign in: by their name. */
export const operatorDoor: Door = {
  name: 'operator',
  loginWord: 'Name',
  actorOf: ({ name, personId }, address) => ownActor({ name, operatorId: personId }, address),
};
