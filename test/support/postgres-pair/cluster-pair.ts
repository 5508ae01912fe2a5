import { join } from 'node:path';
import { nodeIds, type DatabaseSettings, type NodeId } from '../../../scripts/cluster/databases.ts';
import { PostgresNode } from './postgres-node.ts';
import { PostgresPair } from './postgres-pair.ts';
import { serveRoles } from './roles.ts';

/** A pair at the places that a cluster has for its databases. */
export class ClusterPair extends PostgresPair {
  readonly #settings: DatabaseSettings;

  constructor(settings: DatabaseSettings) {
    const { starter, ports, dir, password, say } = settings;
    const node = (id: NodeId): PostgresNode =>
      new PostgresNode(starter, {
        name: `postgres-${id}`,
        dataDir: join(dir, id),
        port: ports.of('node', nodeIds.indexOf(id)),
        password,
      });
    super({ nodes: { a: node('a'), b: node('b') }, dir, databases: ['manilla'], say });
    this.#settings = settings;
  }

  override async start(): Promise<void> {
    await serveRoles(this.#settings.ports, () => this.primaryId);
    await super.start();
  }
}
