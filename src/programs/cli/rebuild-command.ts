import { createPool, isOfDatabase } from '../../platform/database/database.js';
import { isRefusedByPooler } from '../../platform/database/outage.js';
import { PgRebuildStore } from '../../upkeep/rebuild/rebuild.store.js';
import { PgOrphanStore } from '../../upkeep/rebuild/orphan.store.js';
import { NotRebuilt, rebuild, type RebuildPorts, survey } from '../../upkeep/rebuild/rebuild.js';
import { casesAtOnce, CaseWatch } from '../../upkeep/reconciliation/case-watch.js';
import { PgCaseStore } from '../../operators/cases/case-steps.store.js';
import { PgReplayStore } from '../../notify/webhooks/replay.store.js';
import { PgSettlementKeys } from '../../payouts/settlement/settlement-key.store.js';
import { CaseGateway } from '../../operators/cases/case.gateway.js';
import { CheckoutGateway } from '../../payments/checkouts/checkout.gateway.js';
import { createTemporalClient, type TemporalPlace } from '../../platform/temporal/connection.js';
import { FindingGateway } from '../../upkeep/reconciliation/finding.gateway.js';
import { namespaceLacks, prepareNamespace } from '../../platform/temporal/namespace.js';
import { patiently } from '../../platform/temporal/patience.js';
import { PayoutGateway } from '../../payouts/settlement/payout.gateway.js';
import { RefundGateway } from '../../payouts/refunds/refund.gateway.js';
import { RunningWorkflows } from '../../platform/temporal/running-workflows.js';
import { backfillSettlement, scheduledRunId } from '../worker/schedules.js';
import { WebhookGateway } from '../../notify/webhooks/webhook.gateway.js';
import { type Commands, type Given, Refused, textOf, UsageError } from './command.js';
import { databaseUrlOf, temporalOf } from './settings.js';
import { temporalRefusal } from './temporal-commands.js';

const patienceMs = 120_000;
const parkAfterMs = 120_000;

/** Retries a call, because a Temporal that has just begun to start hundreds of workflows may be slow to answer. */
const insist = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patiently(work, { patienceMs });

/** The commands that are used after Temporal's database was lost. */
export const rebuildCommands: Commands = {
  'rebuild-temporal': {
    usage: '[--per-second 200] [--dry-run]',
    summary:
      'Makes everything that is open run again in a Temporal that has lost it, and ends what is over. Workers must run. --dry-run only says what would be done.',
    words: [0, 0],
    options: { 'per-second': { type: 'string' }, 'dry-run': { type: 'boolean' } },
    run: rebuildTemporal,
  },
};

async function rebuildTemporal(given: Given): Promise<string> {
  const perSecond = Number(textOf(given, 'per-second') ?? '200');
  if (!Number.isInteger(perSecond) || perSecond < 1 || perSecond > 10_000) {
    throw new UsageError('--per-second must be a whole number from 1 to 10000.');
  }
  if (given.values['dry-run'] === true) {
    return withPorts(async (ports) => {
      await survey(ports);
      return 'Nothing was changed.';
    });
  }
  return withPorts(async (ports) => {
    const begun = performance.now();
    const result = await rebuild(ports, { perSecond, patienceMs });
    const counts = Object.entries(result).map(([what, count]) => `${count} ${what}`);
    return `Rebuilt in ${Math.ceil((performance.now() - begun) / 1_000)} s: ${counts.join(', ')}.`;
  });
}

/**
 * Connects to the database and Temporal for one command. @throws Refused with the message of the database, of Temporal
 * or of the connection to them
 */
async function withPorts(act: (ports: RebuildPorts) => Promise<string>): Promise<string> {
  const settings = temporalOf(process.env);
  const pool = createPool(databaseUrlOf(process.env), { max: 4, applicationName: 'manilla-cli' });
  const temporal = createTemporalClient(settings);
  try {
    // The database must answer before anything is changed.
    await pool.query('select 1');
    return await act(portsOf(pool, temporal, settings));
  } catch (error) {
    if (error instanceof NotRebuilt) throw new Refused(error.message);
    if (isRefusedByPooler(error)) throw error;
    if (isOfDatabase(error)) {
      throw new Refused(`The database says no: ${error.message}`);
    }
    throw temporalRefusal(error as Error, settings);
  } finally {
    await temporal.connection.close();
    await pool.end();
  }
}

function portsOf(
  pool: ReturnType<typeof createPool>,
  temporal: ReturnType<typeof createTemporalClient>,
  place: TemporalPlace,
): RebuildPorts {
  const settings = { parkAfterMs: Number(process.env['MANILLA_PARK_AFTER_MS'] || parkAfterMs) };
  const log = { warn: () => undefined };
  const webhooks = new WebhookGateway(temporal);
  const replays = new PgReplayStore(pool);
  const refunds = new RefundGateway(temporal, settings, log);
  const payouts = new PayoutGateway(temporal, settings, new PgSettlementKeys(pool));
  const checkouts = new CheckoutGateway(temporal, settings);
  const findings = new FindingGateway(temporal);
  const caseWorkflows = new CaseGateway(temporal, settings);
  const cases = new CaseWatch({
    store: new PgCaseStore(pool, 0),
    workflows: caseWorkflows,
    starters: {
      refund: (id) => refunds.start(id),
      payout: (id) => payouts.start(id),
      finding: (of) => findings.openCase(of),
    },
    log,
  });
  return {
    store: new PgRebuildStore(pool),
    prepareNamespace: () => prepareNamespace(place),
    namespaceLacks: () => namespaceLacks(place),
    refunds: { start: (id) => insist(() => refunds.start(id)) },
    payouts: { start: (id) => insist(() => payouts.start(id)) },
    charges: {
      ask: ({ checkout, attemptId }) => insist(() => checkouts.chargeLost(checkout, attemptId)),
    },
    deliveries: { start: (retry) => insist(() => webhooks.start(retry)) },
    runs: {
      start: (run) =>
        insist(() =>
          caseWorkflows.startSettlementRun(
            scheduledRunId(run),
            run.cycle,
            run.cutOff.toISOString(),
          ),
        ),
    },
    replays: {
      stalled: (idleMs) => replays.stalled(idleMs),
      start: (replayId, merchantId) => insist(() => webhooks.startReplay(replayId, merchantId)),
    },
    cases: { run: () => insist(() => cases.run()), atOnce: casesAtOnce },
    orphans: { store: new PgOrphanStore(pool), running: new RunningWorkflows(temporal) },
    backfill: (since) => insist(() => backfillSettlement(temporal, since)),
    say: (sentence) => process.stdout.write(`${sentence}\n`),
  };
}
