import { inject } from 'vitest';
import type { PgCardAttempts } from '../../src/payments/cards/card-attempt.store.js';
import { hookKeysOf } from './key-sets.js';
import { SimulatorCardRail } from '../../src/providers/simulator/card.adapter.js';
import { SimulatorControl } from '../../src/providers/simulator/control-client.js';
import { CheckoutGateway } from '../../src/payments/checkouts/checkout.gateway.js';
import { type CardCharged, resolve } from '../../workflows/messages.js';
import { type CheckoutFact, CheckoutWorld, type WorldOptions } from './checkout-world.js';
import { cardAttemptsOf } from './world-activities.js';
import { type SimulatorHere, startSimulatorHere } from './simulator-here.js';
import { loseWorkflow } from './lost-workflow.js';
import { fastForward } from './time.js';

const due = 1_000_000n;
/** A busy machine may take more than a second for an answer. */
const railTimeoutMs = 3_000;

export interface ChargeOptions {
  /** False: the charge is the first that the workflow hears of. */
  readonly tellStart?: boolean;
  readonly withAccount?: boolean | 'from the start';
  readonly sessionTtlMinutes?: number;
  /** Does not wait until the update is accepted, which a worker must do. */
  readonly inBackground?: boolean;
}

/** A world of checkouts that are paid by card, with the simulator as their acquirer. */
export class CardWorld implements AsyncDisposable {
  readonly #accounts = new Map<string, string>();

  private constructor(
    readonly checkouts: CheckoutWorld,
    readonly control: SimulatorControl,
    private readonly simulator: SimulatorHere,
    private readonly rail: SimulatorCardRail,
    private readonly attempts: PgCardAttempts,
    private readonly gateway: CheckoutGateway,
  ) {}

  static async start(options: WorldOptions = {}): Promise<CardWorld> {
    // Nobody hears its hooks: what they would tell is told by `report`.
    const simulator = await startSimulatorHere({
      MANILLA_SIMULATOR_API_URL: 'http://127.0.0.1:9',
    });
    const keys = hookKeysOf(inject('stack').env);
    const rail = new SimulatorCardRail({ url: simulator.baseUrl, keys, timeoutMs: railTimeoutMs });
    const rails = { banks: new Map(), cards: new Map([[rail.provider, rail]]) };
    const checkouts = await CheckoutWorld.start({ ...options, rails });
    return new CardWorld(
      checkouts,
      new SimulatorControl(simulator.baseUrl),
      simulator,
      rail,
      cardAttemptsOf(checkouts.pool),
      new CheckoutGateway(checkouts.client, { parkAfterMs: options.parkAfterMs ?? 4_000 }),
    );
  }

  /** A new checkout with an attempt on its way. */
  async charge(token: string, options: ChargeOptions = {}) {
    const { tellStart = true, withAccount = false, inBackground = false } = options;
    const { sessionTtlMinutes = 1_440 } = options;
    const fact = await this.checkouts.initiate({
      amountMinor: due,
      cardExpectedMinor: due,
      sessionTtlMinutes,
    });
    if (tellStart && withAccount !== 'from the start') await this.checkouts.tell(fact);
    if (withAccount !== false) {
      const issued = await this.checkouts.issueAccount(fact);
      this.#accounts.set(fact.checkout.checkoutId, issued.accountNumber);
      await this.checkouts.tell(withAccount === true ? issued : { ...fact, issued });
    }
    const attempted = await this.begin(fact, token);
    const telling = this.checkouts.tell(attempted);
    if (inBackground) void telling.catch(() => {});
    else await telling;
    return { fact, attempted, attemptId: attempted.subjectId ?? '' };
  }

  /** Another attempt of the same checkout; returns its id. */
  async chargeAgain(fact: CheckoutFact, token: string): Promise<string> {
    const attempted = await this.begin(fact, token);
    await this.checkouts.tell(attempted);
    return attempted.subjectId ?? '';
  }

  /** Commits an attempt, without telling the workflow. */
  async begin({ checkout }: CheckoutFact, token: string) {
    const { merchantId, paymentReference } = checkout;
    const provider = this.rail.provider;
    const amountMinor = due;
    const begun = await this.attempts.begin({
      merchantId,
      paymentReference,
      provider,
      token,
      amountMinor,
    });
    if (begun.fact === null) throw new Error(`no attempt was begun: ${begun.outcome}`);
    return begun.fact;
  }

  tell: CheckoutWorld['tell'] = (fact) => this.checkouts.tell(fact);
  handle: CheckoutWorld['handle'] = (fact) => this.checkouts.handle(fact);
  checkout: CheckoutWorld['checkout'] = (fact) => this.checkouts.checkout(fact);
  untilStatus: CheckoutWorld['untilStatus'] = (...of) => this.checkouts.untilStatus(...of);

  updateResult(fact: CheckoutFact, attemptId: string): Promise<CardCharged> {
    return this.handle(fact).getUpdateHandle<CardCharged>(attemptId).result();
  }

  async attemptStatus(fact: CheckoutFact): Promise<string | undefined> {
    return (await this.checkout(fact)).cardAttempts.at(-1)?.status;
  }

  async payByTransfer(fact: CheckoutFact): Promise<void> {
    const accountNumber = this.#accounts.get(fact.checkout.checkoutId) ?? '';
    await this.tell(await this.checkouts.receive(accountNumber, due));
  }

  forward(fact: CheckoutFact, durationMs: number): Promise<void> {
    return fastForward(this.checkouts.client, this.checkouts.workflowId(fact), durationMs);
  }

  /** As the acquirer's hook does. */
  report({ checkout }: CheckoutFact, attemptId: string): Promise<unknown> {
    return this.gateway.cardReported(checkout, attemptId);
  }

  /** Temporal knows the checkout's workflow no more. */
  lose(fact: CheckoutFact): Promise<void> {
    return loseWorkflow(this.checkouts.client, this.checkouts.workflowId(fact));
  }

  /** As the rebuilding does after the facts were told. */
  chargeLost({ checkout }: CheckoutFact, attemptId: string): Promise<unknown> {
    return this.gateway.chargeLost(checkout, attemptId);
  }

  async resolveByRetry(fact: CheckoutFact): Promise<void> {
    const resolution = { decision: 'retry', operator: 'test', reason: 'it is back' } as const;
    await this.handle(fact).executeUpdate(resolve, { args: [resolution] });
  }

  async phaseOf(fact: CheckoutFact): Promise<unknown> {
    const { typedSearchAttributes } = await this.handle(fact).describe();
    return typedSearchAttributes.getAll().find(({ key }) => key.name === 'CheckoutPhase')?.value;
  }

  /** What the payer, or the card's issuer, decides at last. */
  async conclude(attemptId: string, code: string): Promise<void> {
    await this.#acquirer('POST', `charges/${attemptId}/conclude`, { code, notify: false });
  }

  chargeOf(attemptId: string): Promise<unknown> {
    return this.#acquirer('GET', `charges/${attemptId}`);
  }

  async #acquirer(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await fetch(`${this.simulator.baseUrl}/control/acquirer/${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return reply.json();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.checkouts[Symbol.asyncDispose]();
    await this.rail.close();
    await this.simulator.stop();
  }
}
