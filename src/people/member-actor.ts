import type { Actor } from '../domain/actor.js';
import type { Door } from './sign-ins.js';

/** Returns one of a merchant's people as the actor of the audit. */
export function memberActor(
  { name, personId }: { readonly name: string; readonly personId: string },
  address: string,
): Actor {
  const who = { kind: 'PERSON', actor: name, personId } as const;
  return { ...who, door: 'PORTAL', reason: null, partner: null, address };
}

/** How merchants' people sign in: by their e-mail address. */
export const memberDoor: Door = { name: 'member', loginWord: 'E-mail', actorOf: memberActor };
