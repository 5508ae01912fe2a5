import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

const histories = fileURLToPath(new URL('../replay/histories', import.meta.url));

/**
 * Keeps a finished run as a golden history, `<workflow>/<version>-<scenario>.json`, when MANILLA_RECORD_HISTORIES is
 * set, an event a line. A recorded one is never recorded again: it stands for what that version left in the world.
 */
export async function keepGoldenHistory(
  handle: WorkflowHandle,
  workflow: string,
  scenario: string,
): Promise<void> {
  const { MANILLA_RECORD_HISTORIES: version } = process.env;
  if (!version) return;
  const file = join(histories, workflow, `${version}-${scenario}.json`);
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  const { events } = JSON.parse(historyToJSON(await handle.fetchHistory())) as { events: object[] };
  const lines = events.map((event) => JSON.stringify(event));
  writeFileSync(file, `{"events":[\n${lines.join(',\n')}\n]}\n`);
}
