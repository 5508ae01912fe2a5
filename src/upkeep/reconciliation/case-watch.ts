import type { CaseKind } from '../../domain/case-kind.js';
import type { FindingCase } from '../../domain/finding-kinds.js';
import type { OpenCase } from '../../operators/cases/cases.js';
import type { PgCaseStore } from '../../operators/cases/case-steps.store.js';
import type { SettlementCycle } from '../../domain/settlement-cycle.js';

/** The workflows of cases (src/operators/cases/case.gateway.ts). Each `start` starts a workflow, unless it runs. */
export interface CaseWorkflows {
  running(workflowIds: readonly string[]): Promise<ReadonlySet<string>>;
  waiting(): Promise<readonly string[]>;
  wantCase(workflowId: string): Promise<void>;
  startCredit(creditId: string): Promise<void>;
  startDisputeAnswer(answerId: string): Promise<void>;
  startSettlementRun(workflowId: string, cycle: SettlementCycle, cutOff: string): Promise<void>;
}

export interface CaseWatchPorts {
  readonly store: PgCaseStore;
  readonly workflows: CaseWorkflows;
  /** Each starter starts a workflow, unless it runs. */
  readonly starters: {
    readonly refund: (refundId: string) => Promise<void>;
    readonly payout: (settlementId: string) => Promise<void>;
    readonly finding: (of: FindingCase) => Promise<void>;
  };
  /** A pino logger fits. */
  readonly log: { warn(details: object, message: string): void };
}

/** The most cases in one sweep. The next sweep goes on with the others. */
export const casesAtOnce = 500;

/**
 * Repairs cases and workflows that have lost each other. Nobody can decide a case whose workflow was terminated by
 * hand, or lost, or has ended with a decision that a restore of the database has undone. If the subject of the case
 * needs nobody any more, the case is closed. Otherwise the workflow is started again, and goes on from the state of its
 * subject in PostgreSQL. A workflow that waits without a case has lost the case in a restore of the database, and is
 * asked to write the case again. The workflows of checkouts are started by their facts.
 */
export class CaseWatch {
  #after = 0n;
  /**
   * Workflows that this process has asked for their case. Each is asked once, because some workflows wait without a
   * case.
   */
  readonly #asked = new Set<string>();

  constructor(private readonly ports: CaseWatchPorts) {}

  async run(): Promise<void> {
    await this.#restartLost();
    await this.#askForCases();
  }

  async #restartLost(): Promise<void> {
    const { store, workflows, log } = this.ports;
    const open = await store.open(this.#after, casesAtOnce);
    this.#after = open.length < casesAtOnce ? 0n : (open.at(-1)?.caseNumber ?? 0n);
    const running = await workflows.running(open.map(({ workflowId }) => workflowId));
    for (const found of open) {
      const { caseNumber, kind, workflowId } = found;
      if (running.has(workflowId)) continue;
      // A held credit without a case has the case number 0, and there is no case to close.
      if (caseNumber > 0n && (await store.heal(caseNumber))) continue;
      const start = this.#starters[kind];
      if (start === undefined) continue;
      log.warn({ workflowId }, 'a case has lost its workflow, which is started again');
      await start(found);
    }
  }

  async #askForCases(): Promise<void> {
    const { store, workflows } = this.ports;
    const unasked = (await workflows.waiting()).filter((id) => !this.#asked.has(id));
    for (const workflowId of await store.caseless(unasked)) {
      this.#asked.add(workflowId);
      await workflows.wantCase(workflowId);
    }
  }

  readonly #starters: Partial<Record<CaseKind, (lost: OpenCase) => Promise<void>>> = {
    CREDIT: ({ subject }) => this.ports.workflows.startCredit(subject),
    DISPUTE: ({ subject }) => this.ports.workflows.startDisputeAnswer(subject),
    SETTLEMENT: (lost) => this.#startSettlementRun(lost),
    REFUND: ({ subject }) => this.ports.starters.refund(subject),
    PAYOUT: ({ subject }) => this.ports.starters.payout(subject),
    FINDING: (lost) => this.#startFinding(lost),
    ENDPOINT: (lost) => this.#startFinding(lost),
    PREFIX: (lost) => this.#startFinding(lost),
    CHARGE: (lost) => this.#startFinding(lost),
  };

  /**
   * Starts the run of a settlement again. The subject is `CYCLE/CUT_OFF`, or `CYCLE/CUT_OFF/slice-N` for a slice, which
   * its run starts again.
   */
  #startSettlementRun({ workflowId, subject }: OpenCase): Promise<void> {
    const [cycle = '', cutOff = '', slice] = subject.split('/');
    const run = slice === undefined ? workflowId : workflowId.slice(0, -`/${slice}`.length);
    return this.ports.workflows.startSettlementRun(run, cycle as SettlementCycle, cutOff);
  }

  #startFinding({ workflowId }: OpenCase): Promise<void> {
    const [, kind = '', ...subject] = workflowId.split('/');
    return this.ports.starters.finding({
      kind,
      subject: subject.length === 0 ? null : subject.join('/'),
    });
  }
}
