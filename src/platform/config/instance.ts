import { hostname } from 'node:os';

/**
 * Tells this process from others of the same program, in histories, in pg_stat_activity and in logs: MANILLA_INSTANCE, or else
 * the process id and the name of the machine, because in containers each has the same process id.
 */
export function instanceName(env: NodeJS.ProcessEnv = process.env): string {
  return env['MANILLA_INSTANCE'] || `${process.pid}@${hostname()}`;
}

/** PostgreSQL cuts names off after 63 bytes. */
export function connectionName(role: string, env: NodeJS.ProcessEnv = process.env): string {
  return `${role} ${instanceName(env)}`.slice(0, 63);
}
