import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of another origin that shows the page in a frame. */
export class FrameSite implements AsyncDisposable {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(framed: string): Promise<FrameSite> {
    const server = createServer((_request, reply) => {
      reply.setHeader('content-type', 'text/html; charset=utf-8');
      reply.end(`<!doctype html><title>Shop</title><iframe src="${framed}"></iframe>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new FrameSite(server, `http://127.0.0.1:${port}/`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
