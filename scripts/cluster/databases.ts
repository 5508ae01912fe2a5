import type { ProcessStarter, RunningProcess } from '../stack/processes.ts';
import type { ClusterPorts } from './ports.ts';

export const nodeIds = ['a', 'b'] as const;
export type NodeId = (typeof nodeIds)[number];

/** Processes of the databases that the launcher starts again, as it does the others. */
export const databaseParts = ['etcd', 'patroni-a', 'patroni-b'] as const;
export type DatabasePart = (typeof databaseParts)[number];

/**
 * Keeps the two PostgreSQLs of a cluster at the ports `node`, and tells HAProxy at the ports `role` which of them takes
 * writes: it answers `GET /primary` with 200 there, the other with 503.
 */
export interface Databases {
  /** Returns once there are a primary and a synchronous standby, with the database `manilla`. */
  start(): Promise<void>;
  startPart?(part: DatabasePart): Promise<RunningProcess>;
  /** From now on an end is meant. */
  stop?(): void;
}

/** A cluster's settings for the part that keeps its databases. */
export interface DatabaseSettings {
  readonly starter: ProcessStarter;
  readonly ports: ClusterPorts;
  /** Holds the data of both. */
  readonly dir: string;
  /** The password of the superuser. */
  readonly password: string;
  readonly say: (line: string) => void;
  /** Starts a part, and starts it again when it ends. */
  readonly keep: (part: DatabasePart) => Promise<void>;
}
