import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface SunkWebhook {
  readonly type: string;
  readonly paymentReference: string;
  /** The request's head as it came, for checking the signature when nothing is measured any more. */
  readonly head: string;
  readonly body: string;
  /** `performance.now()`. */
  readonly at: number;
}

const answer = 'HTTP/1.1 204 No Content\r\n\r\n';

/**
 * A webhook receiver that costs next to nothing, because the driver shares the machine with the stack that it measures:
 * plain TCP, and just enough HTTP for the requests of our own sender.
 */
export class WebhookSink {
  readonly received: SunkWebhook[] = [];
  readonly #waiting = new Map<string, (at: number) => void>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      let pending = '';
      // One byte per character: lengths are counted in bytes.
      socket.setEncoding('latin1').setNoDelay(true);
      socket.on('data', (chunk: string) => (pending = this.#take(pending + chunk, socket)));
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async open(): Promise<WebhookSink> {
    const sink = new WebhookSink();
    sink.#server.listen(0, '127.0.0.1');
    await once(sink.#server, 'listening');
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/bench`;
  }

  /**
   * Returns the time at which `checkout.successful` came for the reference. Ask before it can come; rejects when it
   * does not.
   */
  successOf(paymentReference: string, timeoutMs: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(paymentReference);
        reject(
          new Error(`no webhook checkout.successful for ${paymentReference} in ${timeoutMs} ms`),
        );
      }, timeoutMs);
      this.#waiting.set(paymentReference, (at) => {
        clearTimeout(timer);
        this.#waiting.delete(paymentReference);
        resolve(at);
      });
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Takes whole requests off the front; returns the rest. */
  #take(text: string, socket: Socket): string {
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd === -1) return text;
      const head = text.slice(0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const end = headEnd + 4 + length;
      if (text.length < end) return text;
      socket.write(answer);
      this.#note(head, text.slice(headEnd + 4, end));
      text = text.slice(end);
    }
  }

  #note(head: string, body: string): void {
    const at = performance.now();
    const type = fieldOf(body, 'type');
    const paymentReference = fieldOf(body, 'paymentReference');
    this.received.push({ type, paymentReference, head, body, at });
    if (type === 'checkout.successful') this.#waiting.get(paymentReference)?.(at);
  }
}

/** The first text field of that name, without reading the whole body. */
function fieldOf(body: string, name: string): string {
  const key = `"${name}":"`;
  const start = body.indexOf(key) + key.length;
  return start < key.length ? '' : body.slice(start, body.indexOf('"', start));
}
