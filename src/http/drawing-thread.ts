import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FairQueue, type FairQueueLimits } from './fair-queue.js';

/** The papers that can be drawn; src/programs/drawing.ts draws them. */
export type DrawingKind = 'statement' | 'receipt';

/** A request to the thread, and its answer. */
export interface DrawingTask {
  readonly id: number;
  readonly kind: DrawingKind;
  readonly subject: unknown;
}
export type DrawingReply =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly fault: string };

/** Limits in megabytes, beside the heap of the process: the longest statement takes 40. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32 } as const;

/** The numbers of papers that are drawn at the same time. A receipt is one page, drawn between two pages of a statement. */
const atOnce = { statement: 1, receipt: 2 } as const;

/** The terms on which a thread draws for one use. */
interface DrawingUse {
  readonly limits: Readonly<Record<DrawingKind, Omit<FairQueueLimits, 'atOnce'>>>;
  /** How far the thread gives way to all others of the machine: 0 (not at all) to 19. */
  readonly niceness: number;
  /**
   * A thread that has drawn nothing for this long ends. The first drawing of a new thread takes half a second of a
   * processor.
   */
  readonly idleMs: number;
}

/**
 * The limits for requests. A caller that asks for more drawings is refused, and asks again. The limits of receipts are
 * higher, because many payers of one merchant may want theirs.
 */
const forRequests: DrawingUse = {
  limits: {
    statement: { ofOne: 2, waiting: 8 },
    receipt: { ofOne: 16, waiting: 64 },
  },
  niceness: 10,
  idleMs: 30_000,
};

/**
 * The limits for messages. No drawing is refused, because that would cost a message an attempt, and the courier has
 * only a few messages in hand. The thread gives way to all others, because a mail is less urgent than money that has to
 * be posted.
 */
export const forMessages: DrawingUse = {
  limits: {
    statement: { ofOne: Infinity, waiting: Infinity },
    receipt: { ofOne: Infinity, waiting: Infinity },
  },
  niceness: 19,
  idleMs: 600_000,
};

interface Drawing {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Draws PDFs in a thread with a heap of its own, so that a long one holds no request up and one that is too large ends
 * nothing but the thread. The thread lives while it is used.
 */
export class DrawingThread {
  readonly #queues: Readonly<Record<DrawingKind, FairQueue>>;
  readonly #open = new Map<number, Drawing>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(
    private readonly use: DrawingUse = forRequests,
    private readonly program = new URL(
      `../programs/drawing${extname(import.meta.url)}`,
      import.meta.url,
    ),
  ) {
    this.#queues = {
      statement: new FairQueue({ ...use.limits.statement, atOnce: atOnce.statement }),
      receipt: new FairQueue({ ...use.limits.receipt, atOnce: atOnce.receipt }),
    };
  }

  /**
   * @param caller the caller whose share of the thread the drawing takes
   * @param subject reads the data to be drawn, once the drawing begins
   * @throws ApiError TOO_MUCH_AT_ONCE
   */
  draw(kind: DrawingKind, caller: string, subject: () => Promise<unknown>): Promise<Buffer> {
    return this.#queues[kind].take(caller, async () => this.#draw(kind, await subject()));
  }

  #draw(kind: DrawingKind, subject: unknown): Promise<Buffer> {
    const worker = (this.#worker ??= this.#start());
    clearTimeout(this.#idle);
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      worker.postMessage({ id, kind, subject } satisfies DrawingTask);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.program, { resourceLimits, workerData: this.use.niceness });
    worker.unref();
    worker.on('message', (reply: DrawingReply) => this.#end(worker, reply));
    worker.on('error', (error) => this.#gone(worker, error));
    worker.on('exit', () => this.#gone(worker, new Error('the drawing thread ended')));
    return worker;
  }

  #end(worker: Worker, reply: DrawingReply): void {
    const drawing = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if ('pdf' in reply) drawing?.resolve(asBuffer(reply.pdf));
    else drawing?.reject(new Error(reply.fault));
    if (this.#open.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#worker = undefined;
      void worker.terminate();
    }, this.use.idleMs).unref();
  }

  /** The next drawing starts another thread. */
  #gone(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    const drawings = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of drawings) reject(new Error('not drawn', { cause }));
  }
}

/** The buffer of these bytes alone: Node lends small buffers out of a larger one. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
