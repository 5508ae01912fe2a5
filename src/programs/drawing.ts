/* A thread beside the main thread of a program, which draws PDF documents. src/http/drawing-thread.ts starts it. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { DrawingKind, DrawingReply, DrawingTask } from '../http/drawing-thread.js';
import { receiptPdf } from '../pages/payer/receipt-pdf.js';
import type { ReadStatement } from '../payouts/statements/statement-lines.js';
import { statementPdf } from '../payouts/statements/statement-pdf.js';

/**
 * Lowers the priority of this thread, so that those that post payments and answer requests go first. This is done on
 * Linux only, because elsewhere the priority of the whole process would fall.
 */
if (process.platform === 'linux') setPriority(Math.max(getPriority(), workerData as number));

const drawings: Readonly<Record<DrawingKind, (subject: never) => Promise<Uint8Array>>> = {
  statement: async ({ lines, ...statement }: ReadStatement) =>
    whole(statementPdf({ ...statement, lines: inPages(lines) })),
  receipt: ([receipt, issuedAt, logo]: Parameters<typeof receiptPdf>) =>
    // The logo is made a Buffer again: bytes that were sent from thread to thread are no longer one.
    receiptPdf(receipt, issuedAt, logo && Buffer.from(logo)),
};

async function whole(parts: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function* inPages<Line>(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  for (let at = 0; at < lines.length; at += 100) yield lines.slice(at, at + 100);
}

async function answer({ id, kind, subject }: DrawingTask): Promise<void> {
  const draw = drawings[kind] as (given: unknown) => Promise<Uint8Array>;
  const reply = await draw(subject).then(
    (pdf): DrawingReply => ({ id, pdf }),
    (error: unknown): DrawingReply => ({ id, fault: String(error) }),
  );
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (task: DrawingTask) => void answer(task));
