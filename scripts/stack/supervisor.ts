import { sentenceFor } from './problem.ts';
import type { StackPart } from './stack.ts';

/** Before each try to start a part again. A part that needs another one has its tries while that one comes back. */
const usualPausesMs = [500, 1_000, 2_000, 4_000, 8_000] as const;
const windowMs = 60_000;

interface Supervised<Part extends string> {
  start(part: Part): Promise<void>;
}

/** Starts parts again that ended by themselves, as an orchestrator would, until it happens too often. */
export class Supervisor<Part extends string = StackPart> {
  readonly #tries = new Map<Part, number[]>();
  readonly #say: (line: string) => void;
  readonly #giveUp: (sentence: string) => void;
  readonly #pausesMs: readonly number[];
  #stack: Supervised<Part> | undefined;
  #postgres: Promise<void> = Promise.resolve();

  /** `pausesMs`: before each try within a minute; there are as many tries as pauses. */
  constructor(
    say: (line: string) => void,
    giveUp: (sentence: string) => void,
    pausesMs: readonly number[] = usualPausesMs,
  ) {
    this.#say = say;
    this.#giveUp = giveUp;
    this.#pausesMs = pausesMs;
  }

  /** Begins once the stack is up; an end before that is a failed start. */
  watch(stack: Supervised<Part>): void {
    this.#stack = stack;
  }

  stop(): void {
    this.#stack = undefined;
  }

  async onUnexpectedEnd(part: Part, how: string): Promise<void> {
    if (this.#stack === undefined) return;
    this.#say(`${part} ended (${how}); starting it again`);
    const restarted = this.#restart(part, `${part} keeps ending (${how}); see its log.`);
    if (part === 'postgres') this.#postgres = restarted;
    await restarted;
  }

  async #restart(part: Part, reason: string): Promise<void> {
    let whyNot = reason;
    while (this.#stack !== undefined) {
      const pauseMs = this.#pauseBefore(part);
      if (pauseMs === undefined) return this.#giveUp(whyNot);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // Every other part needs the database, so it comes first.
      if (part !== 'postgres') await this.#postgres;
      try {
        await this.#stack?.start(part);
        if (this.#stack !== undefined) this.#say(`${part} runs again`);
        return;
      } catch (error) {
        whyNot = sentenceFor(error);
      }
    }
  }

  /** Undefined when the part has had its tries. */
  #pauseBefore(part: Part): number | undefined {
    const now = performance.now();
    const recent = (this.#tries.get(part) ?? []).filter((at) => now - at < windowMs);
    this.#tries.set(part, [...recent, now]);
    return this.#pausesMs[recent.length];
  }
}
