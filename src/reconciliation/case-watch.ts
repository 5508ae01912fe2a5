import type { CaseKind } from '../domain/case-kind.js';
import type { FindingCase } from '../domain/finding-kinds.js';
import type { OpenCase, OpenCaseStore } from '../domain/ports/cases.port.js';

export interface CaseWatchPorts {
  readonly store: OpenCaseStore;
  /** Which of these workflows run (src/temporal/case.gateway.ts). */
  readonly running: (workflowIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Each starts a workflow unless it runs. */
  readonly starters: {
    readonly credit: (creditId: string) => Promise<void>;
    readonly refund: (refundId: string) => Promise<void>;
    readonly payout: (settlementId: string) => Promise<void>;
    readonly finding: (of: FindingCase) => Promise<void>;
  };
  /** A pino logger fits. */
  readonly log: { warn(details: object, message: string): void };
}

/** Looked at in one sweep; the next goes on with the others. */
const casesAtOnce = 500;

/**
 * A case whose workflow was terminated by hand, or lost, could be decided by nobody: its workflow is started again, and goes on
 * where PostgreSQL says that its subject stands. Checkouts and answers to chargebacks are started by their facts.
 */
export class CaseWatch {
  #after = 0n;

  constructor(private readonly ports: CaseWatchPorts) {}

  async run(): Promise<void> {
    const { store, running, log } = this.ports;
    const open = await store.open(this.#after, casesAtOnce);
    this.#after = open.length < casesAtOnce ? 0n : (open.at(-1)?.caseNumber ?? 0n);
    const alive = await running(open.map(({ workflowId }) => workflowId));
    for (const lost of open.filter(({ workflowId }) => !alive.has(workflowId))) {
      const start = this.#starters[lost.kind];
      if (start === undefined) continue;
      log.warn(
        { workflowId: lost.workflowId },
        'a case has lost its workflow, which is started again',
      );
      await start(lost);
    }
  }

  readonly #starters: Partial<Record<CaseKind, (lost: OpenCase) => Promise<void>>> = {
    CREDIT: ({ subject }) => this.ports.starters.credit(subject),
    REFUND: ({ subject }) => this.ports.starters.refund(subject),
    PAYOUT: ({ subject }) => this.ports.starters.payout(subject),
    FINDING: (lost) => this.#startFinding(lost),
    ENDPOINT: (lost) => this.#startFinding(lost),
    PREFIX: (lost) => this.#startFinding(lost),
    CHARGE: (lost) => this.#startFinding(lost),
  };

  #startFinding({ workflowId }: OpenCase): Promise<void> {
    const [, kind = '', ...subject] = workflowId.split('/');
    return this.ports.starters.finding({
      kind,
      subject: subject.length === 0 ? null : subject.join('/'),
    });
  }
}
