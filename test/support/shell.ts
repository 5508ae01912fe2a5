import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { projectRoot } from '../../scripts/stack/layout.ts';

const end = '__the_end_of_a_script__';

/** A shell that stays: what a script sets is there for the next one. */
export class Shell implements Disposable {
  readonly #bash: ChildProcessWithoutNullStreams;
  #said = '';

  constructor(env: NodeJS.ProcessEnv) {
    this.#bash = spawn('bash', ['-s'], { cwd: projectRoot, env });
    for (const stream of [this.#bash.stdout, this.#bash.stderr]) {
      stream.on('data', (chunk: Buffer) => void (this.#said += chunk.toString()));
    }
  }

  /** What it prints, and the code of its last command. */
  async run(script: string): Promise<{ readonly said: string; readonly code: number }> {
    this.#said = '';
    const over = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!this.#said.includes(end)) return;
        this.#bash.stdout.off('data', look);
        resolve();
      };
      this.#bash.stdout.on('data', look);
    });
    this.#bash.stdin.write(`${script}\necho ${end} $?\n`);
    await over;
    const [said = '', code = ''] = this.#said.split(end);
    return { said, code: Number.parseInt(code, 10) };
  }

  [Symbol.dispose](): void {
    this.#bash.kill();
  }
}
