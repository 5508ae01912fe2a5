import type { Fact } from './fact.js';

/** Hands a committed fact on to its workflow; never throws, never waits. The relay sends facts that get lost. */
export interface FactMessenger {
  send(fact: Fact): void;
}
