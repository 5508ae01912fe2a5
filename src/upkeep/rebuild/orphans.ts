import { setTimeout as sleep } from 'node:timers/promises';
import { type JudgedType, judgedTypes, type Named, type Verdict } from './orphan.store.js';

export interface OrphanPorts {
  readonly store: {
    judge(type: JudgedType, named: readonly Named[]): Promise<ReadonlyMap<string, Verdict>>;
  };
  readonly running: {
    ofType(workflowType: JudgedType, pageSize: number): AsyncIterable<readonly Running[]>;
    /** Returns false when the workflow had already ended. */
    end(workflow: Running, reason: string): Promise<boolean>;
  };
  /** Called with a sentence for each workflow that is ended, or that PostgreSQL does not know. */
  readonly say: (sentence: string) => void;
}

interface Running {
  readonly workflowId: string;
  readonly runId: string;
}

export interface Orphans {
  /** Workflows whose subjects are over, so that they have nothing left to do. */
  readonly over: ReadonlyMap<JudgedType, readonly Running[]>;
  /**
   * Workflows of whose subject PostgreSQL has no row. They are left alone, because the database may be older than
   * Temporal.
   */
  readonly unknown: readonly Running[];
}

const pageSize = 500;
/** The time after which a workflow that is about to end has ended. */
const patienceMs = 5_000;
const reason = 'rebuild-temporal: PostgreSQL says that it is over';

/**
 * Finds workflows that run although their subject is over in PostgreSQL. This happens after Temporal was restored from
 * a copy.
 */
export async function findOrphans({ store, running }: OrphanPorts): Promise<Orphans> {
  const over = new Map<JudgedType, Running[]>();
  const unknown: Running[] = [];
  for (const type of judgedTypes) {
    for await (const page of running.ofType(type, pageSize)) {
      const verdicts = await store.judge(type, page.map(named));
      for (const workflow of page) {
        const verdict = verdicts.get(workflow.workflowId) ?? 'UNKNOWN';
        if (verdict === 'OVER') listOf(over, type).push(workflow);
        if (verdict === 'UNKNOWN') unknown.push(workflow);
      }
    }
  }
  return { over, unknown };
}

/**
 * Ends the orphans, and returns how many it has ended. Each workflow is judged twice, because one that has just taken
 * its last step ends without help. A workflow that PostgreSQL does not know is not ended.
 */
export async function endOrphans(ports: OrphanPorts): Promise<number> {
  const { over, unknown } = await findOrphans(ports);
  tellUnknown(unknown, ports.say);
  if (over.size > 0) await sleep(patienceMs);
  let ended = 0;
  for (const [type, found] of over) {
    const verdicts = await ports.store.judge(type, found.map(named));
    for (const workflow of found) {
      if (verdicts.get(workflow.workflowId) !== 'OVER') continue;
      if (!(await ports.running.end(workflow, reason))) continue;
      ended += 1;
      ports.say(`  ended: ${workflow.workflowId}`);
    }
  }
  ports.say(`${ended} workflows are ended whose subjects were over.`);
  return ended;
}

export function tellUnknown(unknown: readonly Running[], say: OrphanPorts['say']): void {
  if (unknown.length === 0) return;
  say(`${unknown.length} workflows run of which PostgreSQL knows nothing. They are left alone:`);
  for (const { workflowId } of unknown) say(`  unknown: ${workflowId}`);
}

function listOf(over: Map<JudgedType, Running[]>, type: JudgedType): Running[] {
  const list = over.get(type) ?? [];
  over.set(type, list);
  return list;
}

function named({ workflowId }: Running): Named {
  return { workflowId, parts: workflowId.split('/').slice(1) };
}
