import { join } from 'node:path';
import { nodeIds, type DatabasesTold, type NodeId } from '../../../scripts/cluster/databases.ts';
import { PostgresNode } from './postgres-node.ts';
import { PostgresPair } from './postgres-pair.ts';
import { serveRoles } from './roles.ts';

/** A pair at the places that a cluster has for its databases. */
export class ClusterPair extends PostgresPair {
  readonly #told: DatabasesTold;

  constructor(told: DatabasesTold) {
    const { starter, ports, dir, password, say } = told;
    const node = (id: NodeId): PostgresNode =>
      new PostgresNode(starter, {
        name: `postgres-${id}`,
        dataDir: join(dir, id),
        port: ports.of('node', nodeIds.indexOf(id)),
        password,
      });
    super({ nodes: { a: node('a'), b: node('b') }, dir, databases: ['manilla'], say });
    this.#told = told;
  }

  override async start(): Promise<void> {
    await serveRoles(this.#told.ports, () => this.primaryId);
    await super.start();
  }
}
