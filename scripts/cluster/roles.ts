import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { ClusterPorts } from './ports.ts';
import { nodeIds, type NodeId } from './postgres-pair.ts';

/** Answers HAProxy at a port for each server of the pair: 200 if it is the primary, 503 if it is not. */
export class RoleServer {
  readonly #servers: readonly Server[];
  readonly #ports: ClusterPorts;

  constructor(ports: ClusterPorts, primary: () => NodeId | undefined) {
    this.#ports = ports;
    this.#servers = nodeIds.map((id) =>
      createServer((_request, response) => {
        const isPrimary = primary() === id;
        response.writeHead(isPrimary ? 200 : 503, { connection: 'close' });
        response.end(isPrimary ? 'primary\n' : 'not the primary\n');
      }),
    );
  }

  async start(): Promise<void> {
    for (const [nth, server] of this.#servers.entries()) {
      server.listen(this.#ports.of('role', nth), '127.0.0.1');
      await once(server, 'listening');
    }
  }

  stop(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}
