import { parseArgs } from 'node:util';
import { replayHistories, type Replayed } from './replay/replay-histories.ts';
import { bundleWorkflows } from './stack/workflow-bundle.ts';

const usage = `npm run replay -- FILE|FOLDER ...

Replays exported workflow histories (JSON, as the Temporal UI, the temporal CLI or scripts/record-histories.ts write
them) against the workflow code of this tree, and names the first event that the code would do differently.
Encrypted histories are read with the key in MANILLA_CODEC_KEY, or with that of the local stack.

Ends with 0 when every history replays, 1 when one does not, 2 when one cannot be read.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help || positionals.length === 0) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const results: Replayed[] = [];
try {
  for await (const result of replayHistories(() => bundleWorkflows(), positionals)) {
    results.push(result);
    console.log(line(result));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
const differing = results.filter(({ outcome }) => outcome === 'differs').length;
const unread = results.filter(({ outcome }) => outcome === 'unreadable').length;
console.log(`${results.length} histories, ${differing} differ, ${unread} cannot be replayed`);
// A replay that never ended must not keep the program from ending.
process.exit(results.length === 0 || unread > 0 ? 2 : Math.min(differing, 1));

function line(result: Replayed): string {
  if (result.outcome === 'same') return `ok       ${result.file} (${result.events} events)`;
  if (result.outcome === 'unreadable') return `unread   ${result.file}: ${result.reason}`;
  const { event, reason } = result;
  const where = event === undefined ? '' : ` at event ${event.id} ${event.type}`;
  return `DIFFERS  ${result.file}${where}\n         ${reason}`;
}
