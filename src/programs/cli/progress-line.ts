import type { ProofProgress } from '../../ledger/proof/books-proof.js';

const everyMs = { terminal: 100, file: 5_000 };
const clearLine = '\r\u001B[K';

/**
 * Shows the progress of a long command: on a terminal in one line that changes, elsewhere in a new line every five
 * seconds.
 */
export class ProgressLine {
  #shownAt = 0;
  #step = 0;

  constructor(
    private readonly out: { readonly isTTY?: boolean; write(text: string): unknown },
    private readonly now: () => number = () => performance.now(),
  ) {}

  show({ step, steps, what, read, of }: ProofProgress): void {
    const isTerminal = this.out.isTTY === true;
    const isNew = step !== this.#step;
    if (!isNew && this.now() - this.#shownAt < (isTerminal ? everyMs.terminal : everyMs.file))
      return;
    this.#shownAt = this.now();
    this.#step = step;
    const text = `step ${step} of ${steps}: ${what.replaceAll('_', ' ')}, ${count(read)} of about ${count(Math.max(read, of))}`;
    this.out.write(isTerminal ? `${clearLine}${text}` : `${text}\n`);
  }

  /** Clears the line for the next output. */
  end(): void {
    if (this.out.isTTY === true) this.out.write(clearLine);
  }
}

const count = (n: number): string => Math.round(n).toLocaleString('en');
