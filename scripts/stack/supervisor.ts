import { setTimeout as sleep } from 'node:timers/promises';
import { sentenceFor } from './problem.ts';
import type { Stack, StackPart } from './stack.ts';

const restartsAllowed = 5;
const windowMs = 60_000;

/** Starts parts again that ended by themselves, as an orchestrator would, until it happens too often. */
export class Supervisor {
  readonly #restarts: number[] = [];
  readonly #say: (line: string) => void;
  readonly #giveUp: (sentence: string) => void;
  #stack: Stack | undefined;

  constructor(say: (line: string) => void, giveUp: (sentence: string) => void) {
    this.#say = say;
    this.#giveUp = giveUp;
  }

  /** Begins once the stack is up; an end before that is a failed start. */
  watch(stack: Stack): void {
    this.#stack = stack;
  }

  stop(): void {
    this.#stack = undefined;
  }

  async onUnexpectedEnd(part: StackPart, how: string): Promise<void> {
    if (this.#stack === undefined) return;
    const now = performance.now();
    this.#restarts.push(now);
    const recent = this.#restarts.filter((at) => now - at < windowMs).length;
    if (recent > restartsAllowed)
      return this.#giveUp(`${part} keeps ending (${how}); see its log.`);
    this.#say(`${part} ended (${how}); starting it again`);
    await sleep(500);
    try {
      await this.#stack?.start(part);
      this.#say(`${part} runs again`);
    } catch (error) {
      if (this.#stack !== undefined) this.#giveUp(sentenceFor(error));
    }
  }
}
