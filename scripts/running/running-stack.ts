import { readFileSync } from 'node:fs';
import { dataDirFromEnvironment, stackLayout, type StackLayout } from '../stack/layout.ts';
import { Problem } from '../stack/problem.ts';
import type { Sandbox } from '../stack/sandbox.ts';

export interface RunningStack {
  readonly sandbox: Sandbox;
  readonly layout: StackLayout;
}

/** Finds the stack that `npm start` has running; a Problem with the remedy when there is none. */
export async function findRunningStack(): Promise<RunningStack> {
  const layout = stackLayout(dataDirFromEnvironment(process.env));
  const sandbox = readSandbox(layout.sandbox);
  const health = await fetch(`${sandbox.baseUrl}/health/ready`, {
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  if (health === undefined) throw new Problem(notRunning);
  if (!health.ok) {
    throw new Problem(
      `The stack at ${sandbox.baseUrl} is not ready (HTTP ${health.status}); its logs are in ${layout.logs}.`,
    );
  }
  return { sandbox, layout };
}

function readSandbox(file: string): Sandbox {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Sandbox;
  } catch {
    throw new Problem(notRunning);
  }
}

const notRunning =
  'The stack is not running; run "npm start" in another terminal, wait for the line that begins with "ready", and try again.';
