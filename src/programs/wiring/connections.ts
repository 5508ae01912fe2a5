import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { Drain } from '../../http/drain.js';
import { BankDirectory } from '../../payouts/banks/bank-directory.js';
import { RefundGateway } from '../../payouts/refunds/refund.gateway.js';
import { PayoutGateway } from '../../payouts/settlement/payout.gateway.js';
import { PgSettlementKeys } from '../../payouts/settlement/settlement-key.store.js';
import type { Config } from '../../platform/config/config.js';
import { connectionName } from '../../platform/config/instance.js';
import { ChangeListener, createPool } from '../../platform/database/database.js';
import { flushLogs, type Logger } from '../../platform/observability/logger.js';
import { createRegistry } from '../../platform/observability/metrics.js';
import { createTemporalClient } from '../../platform/temporal/connection.js';
import { FactSender } from '../../platform/temporal/fact-sender.js';
import { PgFactStore } from '../../platform/temporal/fact.store.js';
import { openProviders, type OpenProviders } from '../../providers/open-providers.js';
import { ErrandCarrier } from '../../operators/errands/errand-carrier.js';
import { PgErrands } from '../../operators/errands/errand.store.js';
import { ScheduleGateway } from '../../operators/errands/schedule.gateway.js';
import { FactGateway } from '../worker/fact.gateway.js';

/** The connections of a program that answers HTTP. Each is opened once for the process. */
export interface Connections {
  readonly config: Config;
  readonly logger: Logger;
  readonly drain: Drain;
  readonly registry: Registry;
  readonly pool: pg.Pool;
  readonly temporal: Client;
  readonly refunds: RefundGateway;
  readonly providers: OpenProviders;
  /** Banks by their name. */
  readonly rails: ReadonlyMap<string, BankRail>;
  /** The process has one directory, so that it stores each list of banks once. */
  readonly banks: BankDirectory;
}

/** The further connections of the API. They notify workflows of committed facts, and waiting requests of changes. */
export interface ApiConnections extends Connections {
  readonly facts: FactSender;
  readonly payouts: PayoutGateway;
  readonly changes: ChangeListener;
}

/** Opens the connections. @param program the API, or the portal, which calls the same services on behalf of a person */
export function connectApi(
  program: 'api' | 'portal',
  size: number,
  parts: Pick<Connections, 'config' | 'logger' | 'drain'>,
): ApiConnections {
  const { config, logger } = parts;
  const connections = connect(program, size, parts);
  const { temporal, pool, refunds } = connections;
  const payouts = new PayoutGateway(temporal, config, new PgSettlementKeys(pool));
  const errands = errandCarrier(pool, temporal);
  const gateway = new FactGateway(temporal, config, { refunds, payouts, errands });
  return {
    ...connections,
    payouts,
    facts: new FactSender(gateway, new PgFactStore(pool), logger),
    changes: new ChangeListener(
      config.directDatabaseUrl,
      connectionName(`manilla-${program}-listener`),
    ),
  };
}

/** Closes the connections. Work that is under way ends first. */
export async function closeApi(connections: ApiConnections): Promise<void> {
  const { facts, changes, temporal, pool, logger } = connections;
  await facts.close();
  await changes.close();
  await temporal.connection.close();
  await pool.end();
  await flushLogs(logger);
}

/** Returns the object that carries out what two operators have ordered about a Schedule. */
export function errandCarrier(pool: pg.Pool, temporal: Client): ErrandCarrier {
  return new ErrandCarrier(new PgErrands(pool), new ScheduleGateway(temporal));
}

export function connect(
  program: 'api' | 'desk' | 'portal',
  poolSize: number,
  { config, logger, drain }: Pick<Connections, 'config' | 'logger' | 'drain'>,
): Connections {
  const pool = createPool(config.databaseUrl, {
    max: poolSize,
    applicationName: connectionName(`manilla-${program}`),
    pooled: config.isPooled,
    environment: config.environment,
    onError: (err) => logger.warn({ err }, 'an idle database connection was lost'),
  });
  const temporal = createTemporalClient(config, `manilla-${program}`);
  const providers = openProviders(config, { log: logger });
  const { banks: rails } = providers;
  return {
    ...{ config, logger, drain, pool, temporal, providers, rails },
    registry: createRegistry(),
    refunds: new RefundGateway(temporal, config, logger),
    banks: new BankDirectory(rails),
  };
}
