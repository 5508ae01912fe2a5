import { setTimeout as sleep } from 'node:timers/promises';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { noopMetricMeter } from '@temporalio/common';
import type { CardVerdict } from '../../activities/payments/contract.js';
import type { Activities } from '../../activities/index.js';
import { isOpenAttempt } from '../../src/domain/card-attempt-state.js';
import { asId } from '../../src/domain/ids.js';
import type { Fact, FactKind } from '../../src/platform/temporal/fact.js';
import type { Config } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import type { DispatcherPorts } from '../../src/notify/delivery/dispatcher.js';
import { PgFactStore } from '../../src/platform/temporal/fact.store.js';
import type {
  DecisionAddress,
  DecisionAnswer,
  DecisionGateway,
  SentDecision,
} from '../../src/operators/cases/decision.gateway.js';
import { present } from '../../src/platform/temporal/fact-notifier.js';
import { EdgeCases } from './edge-cases.js';
import { answerDispute, OutwardMoney } from './edge-outward.js';
import { compiled } from './compiled.js';
import { whileLocked } from './while-locked.js';

/** Later ends are not waited for: no test lives so long. */
const longestWaitMs = 20_000;
/** What a workflow asks in growing pauses is asked so often here. */
const askEveryMs = 50;
/** How often the dispatcher looks for what nobody has told it. */
const lookEveryMs = 500;

/** Does in the edge's process what workflows would do with the facts that the API tells, and sends webhooks. */
export interface EdgeWorker {
  /** Where the API's FactSender would tell a workflow. */
  hear(fact: Fact): void;
  /** A refund may go on: an account was named for it. */
  refund(refundId: string): void;
  /** What an operator decides about a case. */
  readonly decide: DecisionGateway['decide'];
  close(): Promise<void>;
}

/**
 * Wires the worker as the product does, without Temporal: its activities are called one after the other, as the workflows
 * call them when nothing fails but a lock. Other retries, parking and long waits are proved in test/workflows.
 */
export async function startEdgeWorker(config: Config): Promise<EdgeWorker> {
  const [{ workerParts }, { startNotifications }] = await Promise.all([
    compiled<typeof import('../../src/programs/wiring/worker.js')>('programs/wiring/worker.js'),
    compiled<typeof import('../../src/notify/delivery/start-notifications.js')>(
      'notify/delivery/start-notifications.js',
    ),
  ]);
  const log = createLogger(config, 'worker');
  const { activities, dispatcherPorts, pool, temporal } = workerParts(config, log);
  withoutWorkflows(temporal);
  const steps = new EdgeSteps(whileLockedEach(activities), new PgFactStore(pool));
  const ports: DispatcherPorts = {
    ...dispatcherPorts,
    // No workflow has been asked to carry a replay on: it stands still from its first moment.
    replays: { stalled: () => dispatcherPorts.replays.stalled(lookEveryMs) },
    retries: {
      start: (retry) => dispatcherPorts.retries.start(retry),
      startReplay: async (replayId) => steps.replay(replayId),
    },
  };
  const often = { pollMs: lookEveryMs, reviveEveryMs: lookEveryMs };
  const notifications = await startNotifications(ports, config.directDatabaseUrl, often);
  return {
    hear: (fact) => steps.hear(fact),
    refund: (refundId) => steps.refund(refundId),
    decide: (address, decision) => steps.decide(address, decision),
    close: async () => {
      await steps.close();
      await notifications.close();
      await dispatcherPorts.sender.close();
      await temporal.connection.close();
      await pool.end();
    },
  };
}

/** Whoever asks for a workflow hears at once that there is none, instead of waiting for a server that is not there. */
export function withoutWorkflows(temporal: Client): void {
  const withDeadline = () =>
    Promise.reject(new WorkflowNotFoundError('no workflow', '', undefined));
  Object.assign(temporal, { withDeadline });
}

/** The same activities; one that waited too long for a lock is called again, as Temporal does. */
function whileLockedEach(can: Activities): Activities {
  const groups = Object.entries(can).map(([queue, group]) => [queue, patient(group as Steps)]);
  return Object.fromEntries(groups) as unknown as Activities;
}

type Steps = Readonly<Record<string, (step: unknown) => Promise<unknown>>>;

function patient(group: Steps): Steps {
  const steps = Object.entries(group).map(([name, run]) => [
    name,
    (step: unknown) => whileLocked(() => run(step)),
  ]);
  return Object.fromEntries(steps) as Steps;
}

class EdgeSteps {
  readonly #can: Activities;
  readonly #facts: PgFactStore;
  readonly #money: OutwardMoney;
  readonly #cases: EdgeCases;
  /** The last step of each checkout, refund or settlement: one is taken after the other. */
  readonly #lastOf = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(can: Activities, facts: PgFactStore) {
    this.#can = can;
    this.#facts = facts;
    this.#money = new OutwardMoney(can.rails);
    this.#cases = new EdgeCases(can.rails);
  }

  hear(fact: Fact): void {
    const about = fact.checkout?.checkoutId ?? fact.subjectId ?? fact.factId;
    // A charge may wait for its payer, and a refund for its bank: the checkout goes on beside them.
    const key = beside.has(fact.kind) ? (fact.subjectId ?? about) : about;
    void this.#serialize(key, () => this.#deals[fact.kind](fact));
  }

  refund(refundId: string): void {
    void this.#serialize(refundId, () => this.#money.refund(refundId));
  }

  async decide(address: DecisionAddress, decision: SentDecision): Promise<DecisionAnswer> {
    let answer: DecisionAnswer = { outcome: 'AWAY' };
    await this.#serialize(address.workflowId, async () => {
      answer = await this.#cases.decide(address, decision);
    });
    return answer;
  }

  replay(replayId: string): void {
    void this.#serialize(replayId, async () => {
      for (let isRunning = true; isRunning && !this.#isClosed;) {
        isRunning = (await this.#can.webhooks.queueReplay({ replayId })).status === 'RUNNING';
        if (isRunning) await sleep(askEveryMs);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#lastOf.values());
  }

  /** A step that fails fails the test run: nobody handles the rejection. */
  #serialize(key: string, step: () => Promise<unknown>): Promise<void> {
    const task = (this.#lastOf.get(key) ?? Promise.resolve())
      .then(() => asyncLocalStorage.run(quietContext, step))
      .then(() => this.#hearOfMore());
    this.#lastOf.set(key, task);
    return task;
  }

  /** What a step itself has made is due at once. */
  async #hearOfMore(): Promise<void> {
    for (const fact of await this.#facts.claimDue(50)) this.hear(fact);
  }

  readonly #deals: Readonly<Record<FactKind, (fact: Fact) => Promise<unknown>>> = {
    INITIATED: (fact) => this.#awaitSessionEnd(fact),
    ACCOUNT_ISSUED: (fact) => this.#awaitWindowEnd(fact),
    CLOCK_MOVED: async (fact) => {
      await this.#awaitSessionEnd(fact);
      if (fact.subjectId !== null) await this.#awaitWindowEnd(fact);
    },
    CREDIT_RECEIVED: (fact) =>
      this.#can.checkout.applyCredit({ creditId: present(fact, fact.subjectId) }),
    CANCEL_REQUESTED: (fact) =>
      this.#can.checkout.cancelCheckout({
        ...checkoutOf(fact),
        statusReason: 'MERCHANT_CANCELLED',
      }),
    CARD_ATTEMPTED: (fact) => this.#charge(present(fact, fact.subjectId)),
    CREDIT_HELD: (fact) => this.#cases.rule(present(fact, fact.subjectId), { by: 'POLICY' }),
    REFUND_REQUESTED: (fact) => this.#money.refund(present(fact, fact.subjectId)),
    SETTLEMENT_FROZEN: (fact) => this.#money.payOut(present(fact, fact.subjectId)),
    DISPUTE_ANSWERED: (fact) => answerDispute(this.#can.rails, present(fact, fact.subjectId)),
    // Schedules are Temporal's: test/workflows/operators/errands.test.ts.
    ERRAND_CONFIRMED: () => Promise.resolve(),
  };

  #awaitSessionEnd(fact: Fact): Promise<void> {
    const checkout = checkoutOf(fact);
    return this.#at(fact, present(fact, fact.checkout).expiresAt, (at) =>
      this.#can.checkout.expireCheckout({ ...checkout, at }),
    );
  }

  #awaitWindowEnd(fact: Fact): Promise<void> {
    const virtualAccountId = asId('va', present(fact, fact.subjectId));
    return this.#at(fact, present(fact, fact.deadline), (at) =>
      this.#can.checkout.endAccountWindow({ virtualAccountId, at }),
    );
  }

  /** The fact is told; its end comes by itself at its time. */
  async #at(fact: Fact, end: Date, step: (at: string) => Promise<unknown>): Promise<void> {
    await whileLocked(() => this.#facts.markSent([fact.factId]));
    const waitMs = Math.max(0, end.getTime() - Date.now());
    if (waitMs > longestWaitMs || this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#serialize(checkoutOf(fact).checkoutId, () => step(end.toISOString()));
    }, waitMs);
    this.#timers.add(timer);
  }

  /** Sends the charge, and asks what became of it until the acquirer says, or no test waits for it any more. */
  async #charge(attemptId: string): Promise<void> {
    const { checkout, rails } = this.#can;
    const { attemptStatus: begun } = await checkout.startCardCharge({ attemptId });
    if (!isOpenAttempt(begun)) return;
    let verdict: CardVerdict | undefined = await rails.chargeCard({ attemptId });
    while (verdict !== undefined) {
      const step = { attemptId, verdict, isFinal: verdict.outcome === 'ABSENT' };
      const { attemptStatus } = await checkout.recordCardAnswer(step);
      if (!isOpenAttempt(attemptStatus)) return;
      verdict = await this.#otherVerdict(attemptId, verdict.outcome);
    }
  }

  async #otherVerdict(attemptId: string, than: string): Promise<CardVerdict | undefined> {
    const endsAtMs = Date.now() + longestWaitMs;
    for (
      let pauseMs = askEveryMs;
      Date.now() < endsAtMs && !this.#isClosed;
      pauseMs += askEveryMs
    ) {
      await sleep(pauseMs);
      const verdict = await this.#can.rails.askCharge({ attemptId });
      if (verdict.outcome !== than) return verdict;
    }
    return undefined;
  }
}

/** Facts of what has a turn of its own. */
const beside: ReadonlySet<FactKind> = new Set(['CARD_ATTEMPTED', 'REFUND_REQUESTED']);

function checkoutOf(fact: Fact) {
  return { checkoutId: present(fact, fact.checkout).checkoutId };
}

const nothing = (): void => {};
const quiet = {
  log: nothing,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

/** What activities find around them in a worker; they only log and beat. */
const quietContext = new Context(
  {} as Context['info'],
  new Promise<never>(nothing),
  new AbortController().signal,
  nothing,
  undefined,
  quiet,
  noopMetricMeter,
  {},
);
