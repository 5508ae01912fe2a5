import { freePorts } from '../../scripts/stack/ports.ts';
import { loadConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import type { FactSender } from '../../src/platform/temporal/fact-sender.js';
import type { RefundGateway } from '../../src/payouts/refunds/refund.gateway.js';
import type { EdgeProgram } from '../../src/programs/edge-app.js';
import type { ApiConnections } from '../../src/programs/wiring/connections.js';
import { compiled } from './compiled.js';
import { madeOnce } from './made-once.js';
import { listenHere } from './edge-program.js';
import { type EdgeWorker, startEdgeWorker, withoutWorkflows } from './edge-worker.js';
import { startSimulatorHere } from './simulator-here.js';
import {
  createDatabase,
  edgeEnvironment,
  seedShop,
  type ProgramEnvironment,
  type TestDatabase,
  type SandboxMerchant,
  withOwnKeys,
} from './stack.js';

/**
 * The API in the process of its test, with a database of its own and the simulated bank, and without Temporal. What a workflow
 * does when nothing fails is done in the same process (edge-worker.ts). Such an API starts in a tenth of the time of a program.
 */
export interface TestEdge extends AnyManilla {
  /** Another API on the same database, as a second process would be; `overrides` are settings of its own. */
  beside(overrides?: Partial<ProgramEnvironment>): Promise<EdgeApi>;
  /** The merchants' portal beside it, on the same database. */
  portal(overrides?: Partial<ProgramEnvironment>): Promise<EdgeApi>;
  /** Takes what an operator decides, as a desk beside it passes it on. */
  readonly decide: EdgeWorker['decide'];
}

/** What a whole Manilla (stack.ts) has as well. */
export interface AnyManilla {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly merchant: SandboxMerchant;
  readonly database: TestDatabase;
  readonly env: ProgramEnvironment;
  stop(): Promise<void>;
}

export interface EdgeApi {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** The edge that the test files of this process use one after the other; each brings merchants of its own. */
export const sharedEdge = madeOnce(() => startEdge());

/** Starts an API; `overrides` are settings of its own. */
export async function startEdge(
  overrides: Partial<ProgramEnvironment> = {},
  newDatabase = createDatabase,
): Promise<TestEdge> {
  const database = await newDatabase();
  const env = await edgeEnvironment(database, overrides);
  const merchant = await seedShop(env, 'Sandbox Shop');
  const [worker, simulator] = await Promise.all([
    startEdgeWorker(loadConfig({ ...env }, 'worker')),
    startSimulatorHere(env, Number(env.MANILLA_SIMULATOR_PORT)),
  ]);
  const api = await startApiHere(env, worker);
  return {
    baseUrl: api.baseUrl,
    simulatorUrl: env.MANILLA_SIMULATOR_URL,
    ...{ merchant, database, env, decide: worker.decide },
    beside: async (changes) => {
      const { api: port } = await freePorts();
      return startApiHere({ ...env, MANILLA_API_PORT: String(port), ...changes }, worker);
    },
    portal: async (changes) => {
      const { portal: port } = await freePorts();
      const own = {
        MANILLA_PORTAL_PORT: String(port),
        MANILLA_PORTAL_URL: `http://localhost:${port}`,
      };
      return startPortalHere({ ...env, ...own, ...changes }, worker);
    },
    stop: async () => {
      await api.stop();
      await Promise.all([worker.close(), simulator.stop()]);
      await database.drop();
    },
  };
}

async function startApiHere(env: ProgramEnvironment, worker: EdgeWorker): Promise<EdgeApi> {
  const { apiProgram } =
    await compiled<typeof import('../../src/programs/api-program.js')>('programs/api-program.js');
  return startHere(apiProgram, env, worker);
}

async function startPortalHere(env: ProgramEnvironment, worker: EdgeWorker): Promise<EdgeApi> {
  const { portalProgram } = await compiled<typeof import('../../src/programs/portal-program.js')>(
    'programs/portal-program.js',
  );
  return startHere(portalProgram, env, worker);
}

/** What it would tell workflows it tells the worker beside it. */
async function startHere(
  program: EdgeProgram<ApiConnections>,
  env: ProgramEnvironment,
  worker: EdgeWorker,
): Promise<EdgeApi> {
  const config = loadConfig({ ...withOwnKeys(program.service, env) }, program.service);
  const logger = createLogger(config, program.service);
  const stop = await listenHere(program, config, logger, ({ temporal, facts, refunds }) => {
    withoutWorkflows(temporal);
    const told: Pick<FactSender, 'send'> = { send: (fact) => worker.hear(fact) };
    Object.assign(facts, told);
    const accounts: Pick<RefundGateway, 'accountProvided'> = {
      accountProvided: (id) => worker.refund(id),
    };
    Object.assign(refunds, accounts);
  });
  return { baseUrl: `http://127.0.0.1:${program.listens(config).port}`, stop };
}
