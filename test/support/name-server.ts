import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const typeA = 1;

/** A name server that changes its mind: the nth question for an IPv4 address gets the nth answer, then the last again. */
export class FickleNameServer implements AsyncDisposable {
  questions = 0;
  readonly #answers: readonly string[];
  readonly #socket: Socket = createSocket('udp4');

  private constructor(answers: readonly string[]) {
    this.#answers = answers;
    this.#socket.on('message', (question, from) => {
      this.#socket.send(this.#reply(question), from.port, from.address);
    });
  }

  static async start(answers: readonly string[]): Promise<FickleNameServer> {
    const server = new FickleNameServer(answers);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** As `Resolver.setServers` takes it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  /** RFC 1035: the header, the question as it came, and one record that points back at its name, with a TTL of 0. */
  #reply(asked: Buffer): Buffer {
    const nameEnd = asked.indexOf(0, 12) + 1;
    const question = asked.subarray(12, nameEnd + 4);
    const isAddress = asked.readUInt16BE(nameEnd) === typeA;
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0]);
    asked.copy(header, 0, 0, 2);
    if (!isAddress) return Buffer.concat([header, question]);
    const address = this.#answers[Math.min(this.questions, this.#answers.length - 1)] ?? '';
    this.questions += 1;
    const record = Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4]);
    return Buffer.concat([header, question, record, Buffer.from(address.split('.').map(Number))]);
  }
}

/** A name server that knows texts: by name, the records there, each in the parts that DNS has it in. */
export class TextNameServer implements AsyncDisposable {
  readonly #socket: Socket = createSocket('udp4');

  private constructor(texts: Readonly<Record<string, readonly (readonly string[])[]>>) {
    this.#socket.on('message', (asked, from) => {
      const nameEnd = asked.indexOf(0, 12) + 1;
      const name = nameIn(asked.subarray(12, nameEnd));
      const records = (texts[name] ?? []).map((parts) => textRecord(parts));
      const known = records.length > 0;
      const header = Buffer.from([
        0,
        0,
        0x81,
        known ? 0x80 : 0x83,
        0,
        1,
        0,
        records.length,
        0,
        0,
        0,
        0,
      ]);
      asked.copy(header, 0, 0, 2);
      const reply = Buffer.concat([header, asked.subarray(12, nameEnd + 4), ...records]);
      this.#socket.send(reply, from.port, from.address);
    });
  }

  static async start(
    texts: Readonly<Record<string, readonly (readonly string[])[]>>,
  ): Promise<TextNameServer> {
    const server = new TextNameServer(texts);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

function nameIn(labels: Buffer): string {
  const parts: string[] = [];
  for (let at = 0; labels[at]; at += (labels[at] ?? 0) + 1) {
    parts.push(labels.subarray(at + 1, at + 1 + (labels[at] ?? 0)).toString());
  }
  return parts.join('.').toLowerCase();
}

/** Points back at the name that was asked for. */
function textRecord(parts: readonly string[]): Buffer {
  const data = Buffer.concat(
    parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
  );
  const head = Buffer.from([
    0xc0,
    12,
    0,
    16,
    0,
    1,
    0,
    0,
    0,
    0,
    data.length >> 8,
    data.length & 255,
  ]);
  return Buffer.concat([head, data]);
}
