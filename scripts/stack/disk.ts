import { mkdirSync, statfsSync } from 'node:fs';
import { Problem } from './problem.ts';

const bytesPerMegabyte = 1_000_000;

/** Makes the folder and throws a Problem when its disk has less free than `neededMegabytes`. */
export function requireDiskSpace(folder: string, neededMegabytes: number, purpose: string): void {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  const freeMegabytes = Math.floor((bavail * bsize) / bytesPerMegabyte);
  if (freeMegabytes >= neededMegabytes) return;
  throw new Problem(
    `The disk of ${folder} is full (${freeMegabytes} MB free, ${purpose} needs ${neededMegabytes} MB); free some space and run the command again.`,
  );
}
