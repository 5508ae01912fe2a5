import { workflowBundle } from './build.ts';
import { observedPorts, type StackPorts } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** The environments that a stack on this machine can have. */
export type LocalEnvironment = 'sandbox' | 'live';

/** The environment of our programs; the same names as in docker-compose.yml and `src/platform/config/config.ts`. */
export interface ProgramEnvironment {
  readonly NODE_ENV: string;
  readonly MANILLA_ENVIRONMENT: string;
  readonly MANILLA_RAILS?: 'simulator' | 'off';
  readonly MANILLA_PROVIDERS?: string;
  readonly MANILLA_API_HOST: string;
  readonly MANILLA_API_PORT: string;
  readonly MANILLA_METRICS_HOST: string;
  readonly MANILLA_METRICS_PORT: string;
  readonly MANILLA_WORKER_METRICS_PORT: string;
  readonly MANILLA_DESK_HOST: string;
  readonly MANILLA_DESK_PORT: string;
  readonly MANILLA_DESK_METRICS_PORT: string;
  readonly MANILLA_DESK_URL: string;
  readonly MANILLA_PORTAL_HOST: string;
  readonly MANILLA_PORTAL_PORT: string;
  readonly MANILLA_PORTAL_METRICS_PORT: string;
  readonly MANILLA_PORTAL_URL: string;
  readonly MANILLA_ALARMS_URL?: string;
  readonly MANILLA_DASHBOARDS_URL?: string;
  readonly MANILLA_CODEC_HOST: string;
  readonly MANILLA_CODEC_PORT: string;
  readonly MANILLA_SIMULATOR_HOST: string;
  readonly MANILLA_SIMULATOR_PORT: string;
  readonly MANILLA_SIMULATOR_URL: string;
  readonly MANILLA_SIMULATOR_DATA: string;
  readonly MANILLA_LOOPBACK_WEBHOOKS: 'on' | 'off';
  readonly MANILLA_UI_ORIGIN: string;
  readonly MANILLA_BASE_URL: string;
  readonly MANILLA_WORKFLOW_BUNDLE: string;
  /** Left to their defaults unless a test says otherwise. */
  readonly MANILLA_DIRECT_DATABASE_URL?: string;
  readonly MANILLA_INSTANCE?: string;
  readonly MANILLA_TRUSTED_PROXIES?: string;
  readonly MANILLA_MARK_FILE?: string;
  readonly MANILLA_PARK_AFTER_MS?: string;
  readonly MANILLA_RECONCILE_EVERY_MS?: string;
  readonly MANILLA_SETTLE_DAILY?: string;
  readonly MANILLA_PROVE_BOOKS?: string;
  readonly MANILLA_SETTLE_INSTANT_EVERY_MS?: string;
  readonly MANILLA_SETTLEMENTS_PER_SECOND?: string;
  readonly MANILLA_SDK_METRICS_PORT?: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  readonly MANILLA_RAIL_TIMEOUT_MS?: string;
  readonly MANILLA_USSD_BANKS?: string;
  readonly MANILLA_API_POOL_SIZE?: string;
  readonly MANILLA_WORKER_POOL_SIZE?: string;
  readonly MANILLA_SIMULATOR_API_URL?: string;
  readonly MANILLA_SIMULATOR_PUBLIC_URL?: string;
  readonly MANILLA_SIMULATOR_CONTROL?: 'loopback' | 'open';
  readonly MANILLA_WORKER_DEPLOYMENT?: string;
  readonly MANILLA_WORKER_BUILD_ID?: string;
  readonly MANILLA_WORKER_LEAN_SANDBOX?: 'on' | 'off';
  readonly MANILLA_SECRETS_DIR?: string;
  readonly MANILLA_LOG_LEVEL: string;
  readonly DATABASE_URL: string;
  readonly TEMPORAL_ADDRESS: string;
  readonly TEMPORAL_NAMESPACE: string;
  /**
   * The other variables of Temporal's own tools, such as TEMPORAL_TLS_SERVER_NAME:
   * src/platform/config/temporal-profile.ts
   */
  readonly [ofTemporal: `TEMPORAL_${string}`]: string;
  readonly MANILLA_PEPPER: string;
  readonly MANILLA_TOKEN_KEY: string;
  readonly MANILLA_ACCESS_CODE_KEY: string;
  readonly MANILLA_NUMBER_KEY: string;
  readonly MANILLA_CODEC_KEY: string;
  readonly MANILLA_SEAL_KEY: string;
  readonly MANILLA_IDENTITY_KEY: string;
}

/** The environment of `migrate`. */
export interface MigrationEnvironment extends ProgramEnvironment {
  readonly MANILLA_OWNER_DATABASE_URL: string;
}

/** The address at which browsers reach a program of this stack, if whoever starts the stack has set one: a tunnel, or a proxy. */
function addressIn(
  name: 'MANILLA_BASE_URL' | 'MANILLA_DESK_URL' | 'MANILLA_PORTAL_URL',
): string | undefined {
  return process.env[name] || undefined;
}

/** Builds the programs' environment for one stack. */
export function programEnvironment(stack: {
  /** `live` is a rehearsal, with the simulator for its bank; sandbox unless told otherwise. */
  environment?: LocalEnvironment | undefined;
  ports: StackPorts;
  secrets: Secrets;
  databaseUrl: string;
  temporalAddress: string;
  namespace: string;
  /** The file that holds the simulator's books. */
  simulatorData: string;
  /** The file that holds how far the database has come. */
  markFile: string;
  logLevel?: string | undefined;
}): ProgramEnvironment {
  const {
    POSTGRES_PASSWORD: _ofOwner,
    POSTGRES_APP_PASSWORD: _inUrl,
    MANILLA_SANDBOX_CLIENT_SECRET: _forSeed,
    MANILLA_SANDBOX_OPERATOR_TOKEN: _forSeedToo,
    ...keys
  } = stack.secrets;
  return {
    NODE_ENV: 'production',
    MANILLA_ENVIRONMENT: stack.environment ?? 'sandbox',
    ...(stack.environment === 'live' && { MANILLA_RAILS: 'simulator' }),
    MANILLA_API_HOST: '127.0.0.1',
    MANILLA_API_PORT: String(stack.ports.api),
    MANILLA_METRICS_HOST: '127.0.0.1',
    MANILLA_METRICS_PORT: String(stack.ports.apiMetrics),
    MANILLA_WORKER_METRICS_PORT: String(stack.ports.workerMetrics),
    MANILLA_DESK_HOST: '127.0.0.1',
    MANILLA_DESK_PORT: String(stack.ports.desk),
    MANILLA_DESK_METRICS_PORT: String(stack.ports.deskMetrics),
    MANILLA_DESK_URL: addressIn('MANILLA_DESK_URL') ?? `http://127.0.0.1:${stack.ports.desk}`,
    MANILLA_PORTAL_HOST: '127.0.0.1',
    MANILLA_PORTAL_PORT: String(stack.ports.portal),
    MANILLA_PORTAL_METRICS_PORT: String(stack.ports.portalMetrics),
    // Passkeys belong to a name: an address of digits cannot have any.
    MANILLA_PORTAL_URL: addressIn('MANILLA_PORTAL_URL') ?? `http://localhost:${stack.ports.portal}`,
    // Where `npm run observe` puts them.
    MANILLA_ALARMS_URL: `http://127.0.0.1:${observedPorts(stack.ports).alertmanager}`,
    MANILLA_DASHBOARDS_URL: `http://127.0.0.1:${observedPorts(stack.ports).grafana}/dashboards`,
    MANILLA_CODEC_HOST: '127.0.0.1',
    MANILLA_CODEC_PORT: String(stack.ports.codec),
    MANILLA_SIMULATOR_HOST: '127.0.0.1',
    MANILLA_SIMULATOR_PORT: String(stack.ports.simulator),
    MANILLA_SIMULATOR_URL: `http://127.0.0.1:${stack.ports.simulator}`,
    MANILLA_SIMULATOR_DATA: stack.simulatorData,
    // Merchants of this stack are on this machine.
    MANILLA_LOOPBACK_WEBHOOKS: 'on',
    MANILLA_MARK_FILE: stack.markFile,
    MANILLA_UI_ORIGIN: `http://127.0.0.1:${stack.ports.ui}`,
    MANILLA_BASE_URL: addressIn('MANILLA_BASE_URL') ?? `http://127.0.0.1:${stack.ports.api}`,
    MANILLA_WORKFLOW_BUNDLE: workflowBundle,
    MANILLA_LOG_LEVEL: stack.logLevel ?? 'info',
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    TEMPORAL_NAMESPACE: stack.namespace,
    ...keys,
  };
}
