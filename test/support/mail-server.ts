import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** What a mail server has taken, read by a parser that is not ours. */
export interface TakenMail {
  readonly raw: Buffer;
  readonly mail: ParsedMail;
  readonly to: readonly string[];
}

/** How a server answers; left out: it takes everything. */
export interface Behaviour {
  readonly options?: SMTPServerOptions;
  /** Before the reader is accepted. Throw to refuse: `responseCode` says how. */
  readonly onReader?: (address: string, session: SMTPServerSession) => Promise<void> | void;
  /** After the final dot. */
  readonly onMail?: (taken: TakenMail) => Promise<void> | void;
}

/** A refusal with the code and the words of a server. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A real SMTP server on this machine, whose manners a test chooses. */
export class MailServer implements AsyncDisposable {
  /** All that was written after DATA, also when it was refused afterwards. */
  readonly taken: TakenMail[] = [];
  readonly #server: SMTPServer;
  #heard = Promise.withResolvers<void>();

  private constructor(
    behaviour: Behaviour,
    readonly connected: { count: number } = { count: 0 },
  ) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      ...behaviour.options,
      onConnect: (_session, done) => {
        this.connected.count += 1;
        done();
      },
      onRcptTo: (address, session, done) => {
        void answer(() => behaviour.onReader?.(address.address, session), done);
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          void answer(async () => {
            const raw = Buffer.concat(parts);
            const to = session.envelope.rcptTo.map(({ address }) => address);
            const one = { raw, mail: await simpleParser(raw), to };
            this.taken.push(one);
            this.#heard.resolve();
            this.#heard = Promise.withResolvers();
            await behaviour.onMail?.(one);
          }, done);
        });
      },
    });
    // A client that goes away in the middle is what some tests are about.
    this.#server.on('error', () => {});
  }

  static async start(behaviour: Behaviour = {}): Promise<MailServer> {
    const server = new MailServer(behaviour);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server.server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Until so many mails were written after DATA. */
  async hears(count: number): Promise<readonly TakenMail[]> {
    while (this.taken.length < count) await this.#heard.promise;
    return this.taken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

/** The addresses of a header. */
export function addressesOf(header: AddressObject | AddressObject[] | undefined): string[] {
  return [header ?? []].flat().flatMap(({ value }) => value.map(({ address = '' }) => address));
}

async function answer(
  work: () => Promise<void> | void,
  done: (error?: Error | null) => void,
): Promise<void> {
  try {
    await work();
    done();
  } catch (error) {
    done(error as Error);
  }
}
