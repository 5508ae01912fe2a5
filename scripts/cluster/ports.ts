import { freePortRun, isFree } from '../stack/ports.ts';
import { Problem } from '../stack/problem.ts';

/** The number of ports in a row that a cluster has. */
const length = 60;
/** Below the ports that test runs draw, and beside the ports of `npm start`. */
const usualFirst = 13_100;
const variable = 'MANILLA_CLUSTER_PORT';

/**
 * Each part's place in the row. A part that exists once listens at the place itself, the nth of a kind n places further
 * on.
 */
const places = {
  /** HAProxy: before the APIs, Temporal's frontends, the primary; and its own figures. */
  ...{ api: 0, temporal: 1, database: 2, proxyStats: 3 },
  ...{ pgbouncer: 4, simulator: 5, ui: 6, desk: 7, codec: 8, deskMetrics: 9 },
  /** PostgreSQL's nodes, and where each one's Patroni answers. */
  ...{ node: 10, role: 12, temporalDatabase: 14, etcd: 15, etcdPeer: 16 },
  ...{ portal: 17, portalMetrics: 18 },
  ...{ apiReplica: 20, apiMetrics: 23, workerMetrics: 26 },
  /** Temporal's processes: gRPC, gossip, HTTP. */
  ...{ temporalRpc: 30, temporalGossip: 40, temporalHttp: 50 },
} as const;

export type Place = keyof typeof places;

/** The ports of one cluster. */
export class ClusterPorts {
  readonly first: number;

  constructor(first: number) {
    this.first = first;
  }

  /** `nth`: from 0. */
  of(place: Place, nth = 0): number {
    return this.first + places[place] + nth;
  }

  /** @throws Problem that names the first port of the row that another program listens on */
  async requireFree(): Promise<void> {
    for (let port = this.first; port < this.first + length; port += 1) {
      if (await isFree(port)) continue;
      throw new Problem(
        `Port ${port}, which the cluster needs, is taken by another program; stop that program, or choose another row of ` +
          `${length} ports with ${variable}=${this.first + 100} npm run cluster.`,
      );
    }
  }

  /** A row that nobody uses now. */
  static async free(): Promise<ClusterPorts> {
    return new ClusterPorts(await freePortRun(length, new Set()));
  }

  /** @throws Problem when the variable is no port */
  static fromEnvironment({ [variable]: text }: NodeJS.ProcessEnv): ClusterPorts {
    if (!text) return new ClusterPorts(usualFirst);
    const first = Number(text);
    if (Number.isInteger(first) && first >= 1024 && first + length <= 65_000) {
      return new ClusterPorts(first);
    }
    throw new Problem(
      `${variable} is "${text}"; set it to a port number from 1024 to ${65_000 - length}, or leave it unset.`,
    );
  }
}
