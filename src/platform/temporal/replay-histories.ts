import { DefaultLogger, Runtime, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import proto from '@temporalio/proto';
import type { EncryptionCodec } from './codec.js';
import { historyFiles, readHistory, type History } from './exported-history.js';

const replayTimeoutMs = 20_000;

/** The result of replaying one history. */
export type Replayed =
  | { readonly file: string; readonly outcome: 'same'; readonly events: number }
  | {
      readonly file: string;
      readonly outcome: 'differs';
      /** The first event that the code would not have brought about, when the SDK names it. */
      readonly event: { readonly id: number; readonly type: string } | undefined;
      readonly reason: string;
    }
  | { readonly file: string; readonly outcome: 'unreadable'; readonly reason: string };

interface ReadHistory {
  readonly file: string;
  readonly history: History;
}

/**
 * Replays every history below the given files and folders, one after the other on one worker; bundles only if there is
 * one that it can read.
 */
export async function* replayHistories(
  bundled: () => Promise<WorkflowBundleOption>,
  paths: readonly string[],
  codec?: EncryptionCodec,
): AsyncGenerator<Replayed> {
  quietRuntime();
  const readable: ReadHistory[] = [];
  for (const file of historyFiles(paths)) {
    try {
      readable.push({ file, history: await readHistory(file, codec) });
    } catch (error) {
      yield { file, outcome: 'unreadable', reason: (error as Error).message };
    }
  }
  if (readable.length === 0) return;
  const workflowBundle = await bundled();
  const replays = Worker.runReplayHistories({ workflowBundle }, named(readable));
  for (const read of readable) {
    const { value, done } = await Promise.race([replays.next(), stuck(read)]);
    if (done === true) return;
    yield toReplayed(read, value.error);
  }
}

async function* named(readable: readonly ReadHistory[]) {
  for (const { history } of readable) {
    const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
    yield { workflowId: started?.workflowId || 'replay', history };
  }
}

function toReplayed({ file, history }: ReadHistory, error: Error | undefined): Replayed {
  if (error === undefined) return { file, outcome: 'same', events: history.events?.length ?? 0 };
  const { message } = error;
  const event = firstDiffering(message, history);
  return { file, outcome: 'differs', event, reason: gist(message) };
}

/**
 * Rejects after a time, because the SDK waits for ever for the rest of a history that is cut off or was edited by
 * hand.
 */
function stuck({ file }: ReadHistory): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(new Error(`${file} does not end to replay: is it whole?`));
    setTimeout(fail, replayTimeoutMs).unref();
  });
}

/** The SDK names the event inside its message, e.g. `HistoryEvent(id: 12, TimerStarted)`. */
function firstDiffering(message: string, { events }: History) {
  const id = Number(/HistoryEvent\(id: (\d+)/.exec(message)?.[1] ?? NaN);
  const event = events?.find(({ eventId }) => Number(eventId) === id);
  if (event === undefined) return undefined;
  const type = proto.temporal.api.enums.v1.EventType[event.eventType ?? 0] ?? '';
  return { id, type: type.replace(/^EVENT_TYPE_/, '') };
}

/** The sentence in the middle of the SDK's dump of its internal state. */
function gist(message: string): string {
  const inner = /message: "((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  return (inner ?? message).replace(/\\"/g, '"');
}

let isQuiet = false;

/** Differences are this program's output; the SDK need not log them as well. */
function quietRuntime(): void {
  if (isQuiet) return;
  isQuiet = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => {}),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } },
  });
}
