import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A mail that a server has taken. */
export interface TakenLine {
  readonly id: string;
  readonly to: string;
}

/** A mail server in a process of its own, on a port that it keeps when it is killed and started again. */
export class MailProcess implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'manilla-mails-'));
  #running: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<MailProcess> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const process = new MailProcess(port);
    await process.run();
    return process;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}?starttls=off`;
  }

  async run(): Promise<void> {
    const program = join(import.meta.dirname, 'mail-server-program.ts');
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const running = spawn(process.execPath, [program, String(this.port), this.#file], {
      stdio: [...stdio],
    });
    this.#running = running;
    await once(running.stdout as NodeJS.ReadableStream, 'data');
  }

  kill(): void {
    this.#running?.kill('SIGKILL');
  }

  /** It goes on to be connected to, and says nothing more until it thaws. */
  freeze(): void {
    this.#running?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#running?.kill('SIGCONT');
  }

  /** All that was taken, also by those that were killed, in their order. */
  get taken(): TakenLine[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TakenLine);
  }

  get #file(): string {
    return join(this.#folder, 'mails.jsonl');
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
    return Promise.resolve();
  }
}
