import type { Actor } from '../../src/domain/actor.js';

const fromHere = { reason: null, partner: null, address: '127.0.0.1' } as const;

/** The holder of a key, at the API. */
export function keyHolder(actor: string): Actor {
  return { kind: 'KEY', actor, door: 'API', ...fromHere };
}

/** An operator, at the API. */
export function operator(actor = 'Ada'): Actor {
  return { kind: 'OPERATOR', actor, door: 'API', ...fromHere };
}
