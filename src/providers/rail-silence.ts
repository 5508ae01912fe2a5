/** Stores which providers do not answer, for the part of the program that notifies operators. */
export interface SilenceKeeper {
  silent(provider: string, since: Date): Promise<void>;
  answers(provider: string): Promise<void>;
}

interface SilenceLog {
  warn(details: object, message: string): void;
}

/** Equal to the number of failures that opens the circuit breaker in http-caller.ts. */
const failuresInARow = 5;
/** How often a silence that goes on is written down again. */
const againMs = 60_000;

interface Unanswered {
  readonly since: Date;
  count: number;
  /** 0: never. */
  writtenMs: number;
}

/** Notices banks and acquirers that leave calls of one operation without an answer. */
export class RailSilence {
  readonly #unanswered = new Map<string, Unanswered>();

  constructor(
    private readonly keeper: SilenceKeeper,
    private readonly log: SilenceLog,
  ) {}

  /** Notes that a call has ended. A note that cannot be written now is written with a later call. */
  async note(
    { provider, operation }: { readonly provider: string; readonly operation: string },
    isAnswered: boolean,
    now = new Date(),
  ): Promise<void> {
    // A provider may have several systems: one that answers other operations says nothing of the one that is silent.
    const key = `${provider} ${operation}`;
    const before = this.#unanswered.get(key);
    if (isAnswered) {
      if (before === undefined) return;
      this.#unanswered.delete(key);
      if (before.writtenMs > 0) await this.#write(provider, () => this.keeper.answers(provider));
      return;
    }
    const silence = before ?? { since: now, count: 0, writtenMs: 0 };
    this.#unanswered.set(key, silence);
    silence.count += 1;
    if (silence.count < failuresInARow || now.getTime() - silence.writtenMs < againMs) return;
    silence.writtenMs = now.getTime();
    await this.#write(provider, () => this.keeper.silent(provider, silence.since));
  }

  async #write(provider: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.log.warn({ err, provider }, 'it was not written down whether a provider answers');
    }
  }
}
