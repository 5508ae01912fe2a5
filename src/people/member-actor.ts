import type { Actor } from '../domain/actor.js';

/** One of a merchant's people as the actor of the audit. */
export function memberActor(
  { name, personId }: { readonly name: string; readonly personId: string },
  address: string,
): Actor {
  const who = { kind: 'PERSON', actor: name, personId } as const;
  return { ...who, door: 'PORTAL', reason: null, partner: null, address };
}
