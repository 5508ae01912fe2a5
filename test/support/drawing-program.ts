/*
 * In place of src/programs/drawing.ts: every paper is its subject, as text. A subject that is "broken" ends the thread.
 */
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ id, subject }: { id: number; subject: unknown }) => {
  void setImmediate().then(() => {
    if (subject === 'broken') throw new Error('broken');
    parentPort?.postMessage({ id, pdf: Buffer.from(String(subject)) });
  });
});
