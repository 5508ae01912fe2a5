import { EncryptionCodec } from '../../platform/temporal/codec.js';
import { replayHistories, type Replayed } from '../../platform/temporal/replay-histories.js';
import type { Commands, CommandOutput } from './command.js';
import { codecKeysOf } from './settings.js';

/**
 * The command that replays workflow histories. Exit code 0: every history replays; 1: one does not; 2: one cannot be
 * read.
 */
export const replayCommands: Commands = {
  replay: {
    usage: 'FILE|FOLDER ...',
    summary:
      'Replays exported workflow histories (JSON, as the Temporal UI and the temporal CLI write them) against the workflow code\n' +
      '      of this release, and names the first event that it would do differently. MANILLA_CODEC_KEY reads encrypted ones.',
    words: [1, Infinity],
    options: {},
    run: ({ positionals }) => replay(positionals),
  },
};

async function replay(paths: readonly string[]): Promise<CommandOutput> {
  const keys = codecKeysOf(process.env);
  const codec = keys === undefined ? undefined : new EncryptionCodec(keys);
  const bundle = process.env['MANILLA_WORKFLOW_BUNDLE'] || 'dist/workflow-bundle.js';
  const results: Replayed[] = [];
  const workflowBundle = () => Promise.resolve({ codePath: bundle });
  for await (const result of replayHistories(workflowBundle, paths, codec)) {
    results.push(result);
    process.stdout.write(`${line(result)}\n`);
  }
  const differing = results.filter(({ outcome }) => outcome === 'differs').length;
  const unread = results.filter(({ outcome }) => outcome === 'unreadable').length;
  const unclear = results.length === 0 || unread > 0;
  return {
    text: `${results.length} histories, ${differing} differ, ${unread} cannot be replayed`,
    exitCode: unclear ? 2 : differing > 0 ? 1 : 0,
  };
}

function line(result: Replayed): string {
  if (result.outcome === 'same') return `ok       ${result.file} (${result.events} events)`;
  if (result.outcome === 'unreadable') return `unread   ${result.file}: ${result.reason}`;
  const { event, reason } = result;
  const where = event === undefined ? '' : ` at event ${event.id} ${event.type}`;
  return `DIFFERS  ${result.file}${where}\n         ${reason}`;
}
