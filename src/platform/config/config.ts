import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { QuotaRule } from '../../domain/quota-rule.js';
import {
  addressRanges,
  count,
  poolSize,
  port,
  rate,
  railLimits,
  url,
  versionName,
  type RailLimits,
} from './fields.js';
import { ownAddress } from './own-address.js';
import { portalFields, type PortalSettings, portalSettings } from './portal-settings.js';
import { type ConfigKeys, type Program, readKeys, toConfigKeys } from './program-keys.js';
import type { ProviderValues } from './provider-values.js';
import { RefusesToStart } from './refuses-to-start.js';
import { providersIn, withSecretFiles } from './secret-files.js';
import {
  senderFields,
  refuseParts,
  type SenderSettings,
  senderSettings,
} from './sender-settings.js';
import { readTemporalProfile, type TemporalSecurity } from './temporal-profile.js';

/** Days after which something is dropped; null: it is kept. */
interface KeptDays {
  /** Deliveries, attempts and facts are kept as long as their events. */
  readonly events: number | null;
  /** The days of an order's payers count from its last change. */
  readonly payers: number | null;
}

/** All settings of a Manilla process, parsed once. */
export interface Config extends ConfigKeys, PortalSettings {
  readonly nodeEnv: 'production' | 'development' | 'test';
  /** The API's name for itself towards merchants; `sandbox` has extra routes to try things with. */
  readonly environment: 'sandbox' | 'live';
  /**
   * The provider that stands for banks and the acquirer; `off`: none. In `live` only a rehearsal asks for the
   * simulator.
   */
  readonly rails: 'simulator' | 'off';
  /** The other banks and acquirers, and their settings (src/providers). */
  readonly providers: ProviderValues;
  /** A table of the USSD strings that the payer's page offers to dial, such as ops/ussd-banks.csv; null: none. */
  readonly ussdBanks: string | null;
  readonly apiHost: string;
  readonly apiPort: number;
  /** The address on which API and worker serve their metrics. Metrics cover all merchants together. */
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly workerMetricsPort: number;
  /**
   * The port on which the worker serves the metrics of Temporal's SDK; null: it serves none, because counting them
   * costs 2 % of a payment.
   */
  readonly sdkMetricsPort: number | null;
  /** The address that spans of traces are sent to (OTLP over HTTP); undefined: traces are off. */
  readonly tracesTo: string | undefined;
  /** The codec server decrypts for whoever reaches it. */
  readonly codecHost: string;
  readonly codecPort: number;
  /** Origin of the Temporal UI: the only one the codec server answers. */
  readonly uiOrigin: string;
  /** Address of the operators' pages, without a slash at the end: histories and pages lead there. */
  readonly deskUrl: string;
  readonly alarmsUrl: string | undefined;
  readonly dashboardsUrl: string | undefined;
  /** Public address of the API, without a slash at the end; also the issuer of access tokens. */
  readonly baseUrl: string;
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies: readonly string[];
  /** Requests of one merchant, and from one address, in a window; null: as many as they like. */
  readonly rateLimits: { readonly merchant: QuotaRule | null; readonly address: QuotaRule | null };
  /** The address of the operators' desk and API. */
  readonly deskHost: string;
  readonly deskPort: number;
  readonly deskMetricsPort: number;
  readonly databaseUrl: string;
  /** The address of the database without the pooler, for connections that need a session of their own. */
  readonly directDatabaseUrl: string;
  /** Whether `databaseUrl` leads to a pooler in transaction mode. */
  readonly isPooled: boolean;
  /** Connections to the database of an API process, and of a worker process. */
  readonly apiPoolSize: number;
  readonly workerPoolSize: number;
  /** The limits of the checkout queue, in each worker process. */
  readonly checkoutWorker: {
    readonly tasks: number;
    readonly polls: number;
    readonly cachedWorkflows: number;
  };
  /** The URL by which migrations log in as the owner of the tables; unless it is set, `directDatabaseUrl`. */
  readonly ownerDatabaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly temporalSecurity: TemporalSecurity;
  readonly workflowBundle: string;
  /** The longest wait for an answer of a bank or acquirer; after it the answer counts as unknown. */
  readonly railTimeoutMs: number;
  /** The most calls made to each bank and acquirer, by its name; `*` stands for all that are not named. */
  readonly railLimits: RailLimits;
  readonly simulatorHost: string;
  readonly simulatorPort: number;
  /** The address at which the API and the worker reach the simulator. */
  readonly simulatorUrl: string;
  /** The address at which payers' browsers reach the simulator; null: the same as `simulatorUrl`. */
  readonly simulatorPublicUrl: string | null;
  /** Path of the simulator's SQLite file, or `:memory:`. */
  readonly simulatorData: string;
  /** The callers that may make the simulator misbehave: this machine, or everyone who reaches its port. */
  readonly simulatorControl: 'loopback' | 'open';
  /** The address at which the simulator reaches the API's hooks. */
  readonly simulatorApiUrl: string;
  /** Whether webhooks may go to http://127.0.0.1, which is this machine; never where banks are real. */
  readonly loopbackWebhooks: boolean;
  /**
   * The file in which the worker notes how far the database has come, so that it notices a restored database;
   * undefined: it notes nothing.
   */
  readonly markFile: string | undefined;
  /** The time for which a failing step of a checkout is retried before the checkout waits for an operator. */
  readonly parkAfterMs: number;
  /** The time between two runs of reconciliation and of the sweep; null: they only run when triggered by hand. */
  readonly reconcileEveryMs: number | null;
  readonly kept: KeptDays;
  /** Whether the daily run of the settlement schedule starts by itself. */
  readonly settleDaily: boolean;
  /** True: the books are proven every night. */
  readonly proveBooks: boolean;
  /** The time between two runs for merchants that are paid at once; null: such runs are only triggered by hand. */
  readonly settleInstantEveryMs: number | null;
  /** The most merchants that one run settles in a second, so that it does not slow payments down. */
  readonly settlementsPerSecond: number;
  /** The most slices of one run, each settled by a workflow of its own. */
  readonly settlementSlices: number;
  /** The deployment that the workers are a version of; null: they have no version, and any of them takes any task. */
  readonly workerDeployment: string | null;
  /** The version of the workers; null: a digest of the workflow code (src/platform/temporal/worker-version.ts). */
  readonly workerBuildId: string | null;
  /** Whether workflows run without the SDK's per-call timeout and promise hook (src/platform/temporal/lean-sandbox.ts). */
  readonly leanSandbox: boolean;
  /** The settings by which people get e-mails and SMS. */
  readonly senders: SenderSettings;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

/** The environment lacks a setting, or has a wrong one; `problems` has one sentence per variable. */
export class ConfigError extends RefusesToStart {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  MANILLA_ENVIRONMENT: z.enum(['sandbox', 'live']),
  MANILLA_RAILS: z.enum(['simulator', 'off']).optional(),
  MANILLA_PROVIDERS: z
    .string()
    .regex(
      /^\s*[a-z][a-z0-9-]*(\s*,\s*[a-z][a-z0-9-]*)*\s*$/,
      'must be names of providers with commas between them',
    )
    .optional(),
  MANILLA_API_HOST: z.string().default('127.0.0.1'),
  MANILLA_API_PORT: port(3000),
  MANILLA_METRICS_HOST: z.string().default('127.0.0.1'),
  MANILLA_METRICS_PORT: port(9464),
  MANILLA_WORKER_METRICS_PORT: port(9465),
  MANILLA_SDK_METRICS_PORT: z
    .union(
      [z.literal('off'), z.coerce.number().int().min(0).max(65_535)],
      'must be a port number or off',
    )
    .default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, 'http://127.0.0.1:4318').optional(),
  MANILLA_CODEC_HOST: z.string().default('127.0.0.1'),
  MANILLA_CODEC_PORT: port(8234),
  MANILLA_UI_ORIGIN: url(/^https?:$/, 'http://127.0.0.1:8233').default('http://127.0.0.1:8233'),
  MANILLA_DESK_URL: url(/^https?:$/, 'http://127.0.0.1:3020').default('http://127.0.0.1:3020'),
  MANILLA_ALARMS_URL: url(/^https?:$/, 'https://alarms.example.ng').optional(),
  MANILLA_DASHBOARDS_URL: url(/^https?:$/, 'https://grafana.example.ng').optional(),
  MANILLA_BASE_URL: url(/^https?:$/, 'https://api.example.ng').default('http://127.0.0.1:3000'),
  MANILLA_DESK_HOST: z.string().default('127.0.0.1'),
  MANILLA_DESK_PORT: port(3020),
  MANILLA_DESK_METRICS_PORT: port(9467),
  MANILLA_TRUSTED_PROXIES: addressRanges.default([]),
  MANILLA_RATE_LIMIT_MERCHANT: rate.default({ limit: 30_000, windowMs: 10_000 }),
  MANILLA_RATE_LIMIT_ADDRESS: rate.default({ limit: 60_000, windowMs: 10_000 }),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgresql://user:password@host:5432/manilla'),
  // A request holds a connection for a millisecond or two; more connections would only queue for the processors.
  MANILLA_API_POOL_SIZE: poolSize(2 + 2 * availableParallelism()),
  // Posting is batched over two connections; the rest is for the other steps, the relay and the dispatcher.
  MANILLA_WORKER_POOL_SIZE: poolSize(6),
  // Measured on two cores; more polls or more workflow tasks at once only cost memory there.
  MANILLA_WORKER_TASKS: count(10, 1_000, 40),
  MANILLA_WORKER_POLLS: count(2, 100, 5),
  // The default takes about 50 MB; a checkout that was pushed out is rebuilt from its few events when something happens to it.
  MANILLA_WORKER_CACHED_CHECKOUTS: count(100, 100_000, 500),
  MANILLA_DIRECT_DATABASE_URL: url(
    /^postgres(ql)?:$/,
    'postgresql://user:password@host:5432/manilla',
  ).optional(),
  MANILLA_OWNER_DATABASE_URL: url(
    /^postgres(ql)?:$/,
    'postgresql://user:password@host:5432/manilla',
  ).optional(),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s:/]+:\d+$/, 'must be host:port')
    .default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  MANILLA_WORKFLOW_BUNDLE: z.string().min(1).default('dist/workflow-bundle.js'),
  MANILLA_RAIL_TIMEOUT_MS: z.coerce.number('must be milliseconds').int().min(50).default(10_000),
  MANILLA_RAIL_LIMITS: railLimits.default(new Map()),
  MANILLA_SIMULATOR_HOST: z.string().default('127.0.0.1'),
  MANILLA_SIMULATOR_PORT: port(3010),
  MANILLA_SIMULATOR_URL: url(/^https?:$/, 'http://127.0.0.1:3010').default('http://127.0.0.1:3010'),
  MANILLA_SIMULATOR_PUBLIC_URL: url(/^https?:$/, 'http://127.0.0.1:3010').optional(),
  MANILLA_MARK_FILE: z.string().min(1).optional(),
  MANILLA_SIMULATOR_DATA: z.string().min(1).default(':memory:'),
  MANILLA_SIMULATOR_CONTROL: z.enum(['loopback', 'open']).default('loopback'),
  MANILLA_SIMULATOR_API_URL: url(/^https?:$/, 'http://127.0.0.1:3000').optional(),
  MANILLA_USSD_BANKS: z.string().min(1).optional(),
  MANILLA_LOOPBACK_WEBHOOKS: z.enum(['on', 'off']).default('off'),
  MANILLA_PARK_AFTER_MS: z.coerce.number('must be milliseconds').int().min(1_000).default(120_000),
  MANILLA_RECONCILE_EVERY_MS: z
    .union([z.literal('off'), z.coerce.number().int().min(1_000)], 'must be milliseconds or off')
    .default(60_000),
  // The least is leastDaysKept of src/upkeep/retention/retention.store.ts.
  MANILLA_EVENTS_KEPT_DAYS: z
    .union(
      [z.literal('forever'), z.coerce.number().int().min(34).max(36_500)],
      'must be a whole number of days, at least 34, or forever',
    )
    .default(40),
  MANILLA_PAYERS_KEPT_DAYS: z
    .union(
      [z.literal('forever'), z.coerce.number().int().min(90).max(36_500)],
      'must be a whole number of days, at least 90, or forever',
    )
    .default('forever'),
  MANILLA_PROVE_BOOKS: z.enum(['on', 'off']).default('on'),
  MANILLA_SETTLE_DAILY: z.enum(['on', 'off']).default('on'),
  MANILLA_SETTLE_INSTANT_EVERY_MS: z
    .union([z.literal('off'), z.coerce.number().int().min(1_000)], 'must be milliseconds or off')
    .default(300_000),
  MANILLA_SETTLEMENTS_PER_SECOND: z.coerce
    .number('must be a whole number')
    .int()
    .min(1)
    .max(1_000)
    .default(20),
  MANILLA_SETTLEMENT_SLICES: count(1, 64, 4),
  MANILLA_WORKER_DEPLOYMENT: versionName.optional(),
  MANILLA_WORKER_BUILD_ID: versionName.optional(),
  MANILLA_WORKER_LEAN_SANDBOX: z.enum(['on', 'off']).optional(),
  ...portalFields,
  ...senderFields,
  MANILLA_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info'),
});

/** Simulated money must not be taken for real: in `live`, the simulator runs only when MANILLA_RAILS names it. */
function railsOf(env: Pick<z.output<typeof schema>, 'MANILLA_RAILS' | 'MANILLA_ENVIRONMENT'>) {
  return env.MANILLA_RAILS ?? (env.MANILLA_ENVIRONMENT === 'sandbox' ? 'simulator' : 'off');
}

const coherent = schema
  .refine((env) => railsOf(env) === 'simulator' || env.MANILLA_LOOPBACK_WEBHOOKS === 'off', {
    path: ['MANILLA_LOOPBACK_WEBHOOKS'],
    error: 'must be off in the live environment',
  })
  .superRefine(refuseParts);

/**
 * Parses the environment, and the files that hold its secrets (src/platform/config/secret-files.ts). `program`: keys that it does not
 * need may be missing (src/platform/config/program-keys.ts).
 *
 * @throws ConfigError listing every variable that is missing or wrong; never a value.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, program: Program = 'api'): Config {
  const { values, unreadable } = withSecretFiles(env);
  const { temporal, problems } = readTemporalProfile(values);
  const keys = readKeys(values, program);
  const parsed = coherent.safeParse({
    ...values,
    TEMPORAL_ADDRESS: temporal?.address,
    TEMPORAL_NAMESPACE: temporal?.namespace,
  });
  if (parsed.success && keys.success && temporal !== undefined) {
    return Object.defineProperties(
      { ...toConfig(parsed.data, temporal.security), providers: providersIn(env) },
      Object.getOwnPropertyDescriptors(toConfigKeys(keys.data, program)),
    ) as Config;
  }
  const issues = [...(parsed.error?.issues ?? []), ...(keys.error?.issues ?? [])];
  const wrong = issues.map(({ path, message }) => {
    const name = String(path[0]);
    const missing =
      values[name] === undefined && !message.startsWith('must be set') ? 'is not set' : message;
    return unreadable.get(name) ?? `${name}: ${missing}`;
  });
  throw new ConfigError([...wrong, ...problems]);
}

function settlementOf(env: z.output<typeof schema>) {
  const everyMs = env.MANILLA_SETTLE_INSTANT_EVERY_MS;
  return {
    settleDaily: env.MANILLA_SETTLE_DAILY === 'on',
    settleInstantEveryMs: everyMs === 'off' ? null : everyMs,
    settlementsPerSecond: env.MANILLA_SETTLEMENTS_PER_SECOND,
    settlementSlices: env.MANILLA_SETTLEMENT_SLICES,
  };
}

function toConfig(
  env: z.output<typeof schema>,
  temporalSecurity: TemporalSecurity,
): Omit<Config, keyof ConfigKeys | 'providers'> {
  return {
    ...{ nodeEnv: env.NODE_ENV, environment: env.MANILLA_ENVIRONMENT },
    rails: railsOf(env),
    ussdBanks: env.MANILLA_USSD_BANKS ?? null,
    ...{ apiHost: env.MANILLA_API_HOST, apiPort: env.MANILLA_API_PORT },
    ...{ metricsHost: env.MANILLA_METRICS_HOST, metricsPort: env.MANILLA_METRICS_PORT },
    workerMetricsPort: env.MANILLA_WORKER_METRICS_PORT,
    sdkMetricsPort: env.MANILLA_SDK_METRICS_PORT === 'off' ? null : env.MANILLA_SDK_METRICS_PORT,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    ...{ codecHost: env.MANILLA_CODEC_HOST, codecPort: env.MANILLA_CODEC_PORT },
    uiOrigin: env.MANILLA_UI_ORIGIN,
    baseUrl: env.MANILLA_BASE_URL.replace(/\/+$/, ''),
    trustedProxies: env.MANILLA_TRUSTED_PROXIES,
    rateLimits: {
      merchant: env.MANILLA_RATE_LIMIT_MERCHANT,
      address: env.MANILLA_RATE_LIMIT_ADDRESS,
    },
    ...{ deskHost: env.MANILLA_DESK_HOST, deskPort: env.MANILLA_DESK_PORT },
    deskMetricsPort: env.MANILLA_DESK_METRICS_PORT,
    deskUrl: env.MANILLA_DESK_URL.replace(/\/+$/, ''),
    ...portalSettings(env),
    ...{ alarmsUrl: env.MANILLA_ALARMS_URL, dashboardsUrl: env.MANILLA_DASHBOARDS_URL },
    databaseUrl: env.DATABASE_URL,
    ...{ apiPoolSize: env.MANILLA_API_POOL_SIZE, workerPoolSize: env.MANILLA_WORKER_POOL_SIZE },
    checkoutWorker: {
      tasks: env.MANILLA_WORKER_TASKS,
      polls: Math.min(env.MANILLA_WORKER_POLLS, env.MANILLA_WORKER_TASKS),
      cachedWorkflows: env.MANILLA_WORKER_CACHED_CHECKOUTS,
    },
    directDatabaseUrl: env.MANILLA_DIRECT_DATABASE_URL ?? env.DATABASE_URL,
    isPooled: env.MANILLA_DIRECT_DATABASE_URL !== undefined,
    ownerDatabaseUrl:
      env.MANILLA_OWNER_DATABASE_URL ?? env.MANILLA_DIRECT_DATABASE_URL ?? env.DATABASE_URL,
    ...{ temporalAddress: env.TEMPORAL_ADDRESS, temporalNamespace: env.TEMPORAL_NAMESPACE },
    temporalSecurity,
    workflowBundle: env.MANILLA_WORKFLOW_BUNDLE,
    ...{ railTimeoutMs: env.MANILLA_RAIL_TIMEOUT_MS, railLimits: env.MANILLA_RAIL_LIMITS },
    ...{ simulatorHost: env.MANILLA_SIMULATOR_HOST, simulatorPort: env.MANILLA_SIMULATOR_PORT },
    simulatorUrl: env.MANILLA_SIMULATOR_URL.replace(/\/+$/, ''),
    simulatorPublicUrl: env.MANILLA_SIMULATOR_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    simulatorData: env.MANILLA_SIMULATOR_DATA,
    simulatorControl: env.MANILLA_SIMULATOR_CONTROL,
    simulatorApiUrl:
      env.MANILLA_SIMULATOR_API_URL ?? ownAddress(env.MANILLA_API_HOST, env.MANILLA_API_PORT),
    loopbackWebhooks: env.MANILLA_LOOPBACK_WEBHOOKS === 'on',
    ...{ markFile: env.MANILLA_MARK_FILE, parkAfterMs: env.MANILLA_PARK_AFTER_MS },
    reconcileEveryMs:
      env.MANILLA_RECONCILE_EVERY_MS === 'off' ? null : env.MANILLA_RECONCILE_EVERY_MS,
    kept: keptDays(env),
    proveBooks: env.MANILLA_PROVE_BOOKS === 'on',
    ...settlementOf(env),
    workerDeployment: env.MANILLA_WORKER_DEPLOYMENT ?? null,
    workerBuildId: env.MANILLA_WORKER_BUILD_ID ?? null,
    leanSandbox:
      (env.MANILLA_WORKER_LEAN_SANDBOX ?? (env.MANILLA_ENVIRONMENT === 'live' ? 'off' : 'on')) ===
      'on',
    senders: senderSettings(env),
    logLevel: env.MANILLA_LOG_LEVEL,
  };
}

function keptDays(env: z.output<typeof schema>): KeptDays {
  const daysOf = (days: number | 'forever') => (days === 'forever' ? null : days);
  return {
    events: daysOf(env.MANILLA_EVENTS_KEPT_DAYS),
    payers: daysOf(env.MANILLA_PAYERS_KEPT_DAYS),
  };
}
