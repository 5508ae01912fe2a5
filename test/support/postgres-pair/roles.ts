import { once } from 'node:events';
import { createServer } from 'node:http';
import { nodeIds, type NodeId } from '../../../scripts/cluster/databases.ts';
import type { ClusterPorts } from '../../../scripts/cluster/ports.ts';

/** Answers HAProxy at a port for each server of the pair, as Patroni does: 200 if it is the primary, 503 if it is not. */
export async function serveRoles(
  ports: ClusterPorts,
  primary: () => NodeId | undefined,
): Promise<void> {
  for (const [nth, id] of nodeIds.entries()) {
    const server = createServer((_request, response) => {
      const isPrimary = primary() === id;
      response.writeHead(isPrimary ? 200 : 503, { connection: 'close' });
      response.end(isPrimary ? 'primary\n' : 'not the primary\n');
    });
    server.listen(ports.of('role', nth), '127.0.0.1').unref();
    await once(server, 'listening');
  }
}
