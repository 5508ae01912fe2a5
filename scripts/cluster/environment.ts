import { releaseSchema } from '../../src/platform/database/release.ts';
import { programEnvironment, type ProgramEnvironment } from '../stack/environment.ts';
import type { StackLayout } from '../stack/layout.ts';
import type { StackPorts } from '../stack/ports.ts';
import { appUser, postgresUser } from '../stack/postgres.ts';
import type { Secrets } from '../stack/secrets.ts';
import { noTemporalOfOthers } from '../stack/stack.ts';
import type { ClusterPorts } from './ports.ts';

export const namespace = 'manilla';

interface ClusterSettings {
  readonly ports: ClusterPorts;
  readonly layout: StackLayout;
  readonly secrets: Secrets;
  readonly logLevel?: string | undefined;
}

/** A database by way of HAProxy, which leads to the primary. */
export function primaryUrl(
  { ports, secrets }: ClusterSettings,
  user: 'owner' | 'programs',
): string {
  const [login, password] =
    user === 'owner'
      ? [postgresUser, secrets.POSTGRES_PASSWORD]
      : [appUser, secrets.POSTGRES_APP_PASSWORD];
  return `postgres://${login}:${password}@127.0.0.1:${ports.of('database')}/manilla`;
}

/**
 * Returns the environment of one of our programs. Statements go through PgBouncer and HAProxy, listeners through
 * HAProxy alone, and calls to an API or to Temporal through HAProxy. `nth`: the number of the API or worker, from 0.
 */
export function environmentOf(
  settings: ClusterSettings,
  name: string,
  nth = 0,
): ProgramEnvironment {
  const { ports, secrets, layout } = settings;
  const own = programEnvironment({
    ports: stackPorts(ports, nth),
    secrets,
    databaseUrl: pooledUrl(settings),
    temporalAddress: `127.0.0.1:${ports.of('temporal')}`,
    namespace,
    simulatorData: layout.simulator,
    markFile: layout.mark,
    logLevel: settings.logLevel,
  });
  const proxy = `http://127.0.0.1:${ports.of('api')}`;
  return {
    ...noTemporalOfOthers(),
    ...own,
    MANILLA_DIRECT_DATABASE_URL: primaryUrl(settings, 'programs'),
    MANILLA_BASE_URL: proxy,
    MANILLA_SIMULATOR_API_URL: proxy,
    MANILLA_TRUSTED_PROXIES: '127.0.0.1',
    MANILLA_INSTANCE: name,
  };
}

function pooledUrl({ ports, secrets }: ClusterSettings): string {
  const port = ports.of('pgbouncer');
  return `postgres://${appUser}:${secrets.POSTGRES_APP_PASSWORD}@127.0.0.1:${port}/${releaseSchema()}`;
}

function stackPorts(ports: ClusterPorts, nth: number): StackPorts {
  return {
    api: ports.of('apiReplica', nth),
    apiMetrics: ports.of('apiMetrics', nth),
    workerMetrics: ports.of('workerMetrics', nth),
    desk: ports.of('desk'),
    deskMetrics: ports.of('deskMetrics'),
    portal: ports.of('portal'),
    portalMetrics: ports.of('portalMetrics'),
    codec: ports.of('codec'),
    simulator: ports.of('simulator'),
    ui: ports.of('ui'),
    postgres: ports.of('database'),
    temporal: ports.of('temporal'),
  };
}
