#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { booksCommands } from './cli/books-command.js';
import {
  type Command,
  type Commands,
  type Given,
  Refused,
  type Told,
  UsageError,
} from './cli/command.js';
import { caseCommands } from './cli/case-commands.js';
import { holdCommands } from './cli/hold-commands.js';
import { auditCommands } from './cli/audit-commands.js';
import { holidayCommands } from './cli/holiday-commands.js';
import { journalCommands } from './cli/journal-commands.js';
import { merchantCommands } from './cli/merchant-commands.js';
import { accountCommands, keyCommands, termsCommands } from './cli/merchant-extras.js';
import { operatorCommands } from './cli/operator-commands.js';
import { payerCommands } from './cli/payer-commands.js';
import { rebuildCommands } from './cli/rebuild-command.js';
import { recoverCommands } from './cli/recover-command.js';
import { replayCommands } from './cli/replay-command.js';
import { retentionCommands } from './cli/retention-command.js';
import { ringCommands } from './cli/ring-commands.js';
import { temporalCommands } from './cli/temporal-commands.js';
import { temporalVersionCommands } from './cli/temporal-version-commands.js';
import { isRefusedByPooler } from '../platform/database/outage.js';

const commands: Commands = {
  ...caseCommands,
  ...holdCommands,
  ...auditCommands,
  ...journalCommands,
  ...booksCommands,
  ...holidayCommands,
  ...operatorCommands,
  ...ringCommands,
  ...merchantCommands,
  ...accountCommands,
  ...keyCommands,
  ...termsCommands,
  ...payerCommands,
  ...retentionCommands,
  ...temporalCommands,
  ...temporalVersionCommands,
  ...rebuildCommands,
  ...recoverCommands,
  ...replayCommands,
};

/** Entry point of `npx manilla`. Exit codes: 0 done, 1 refused or not possible now, 2 written wrongly. */
async function main(args: readonly string[]): Promise<string | Told> {
  const [name, command] = commandOf(args);
  if (command === undefined) {
    if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return help();
    throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${help()}`);
  }
  const rest = args.slice(name.split(' ').length);
  if (rest.includes('--help')) return `${command.summary}\n\n  manilla ${name} ${command.usage}`;
  return command.run(readArgs(name, command, rest));
}

function commandOf(args: readonly string[]): [string, Command | undefined] {
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((each) => each in commands) ?? '';
  return [name, commands[name]];
}

function readArgs(name: string, { words, options, usage }: Command, args: readonly string[]) {
  const wrong = (why: string) => new UsageError(`${why}\n\n  manilla ${name} ${usage}`);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [fewest, most] = words;
    if (positionals.length >= fewest && positionals.length <= most) {
      return { values: values as Given['values'], positionals };
    }
  } catch (error) {
    throw wrong((error as Error).message);
  }
  throw wrong(args.length === 0 ? 'Something is missing.' : 'These are not the words it takes.');
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`,
  );
  return [
    'manilla COMMAND: what waits for a person, and who decides about it.',
    '',
    ...lines,
    '',
    'Every command takes --help. MANILLA_OPERATOR_TOKEN says who asks and MANILLA_DESK_URL where;',
    'without them it is the operator of the local stack ("npm start").',
  ].join('\n');
}

try {
  const told = await main(process.argv.slice(2));
  const { text, exitCode } = typeof told === 'string' ? { text: told, exitCode: 0 } : told;
  process.exitCode = exitCode;
  // What a command has left open, such as a replay that never ends, must not keep it from ending.
  process.stdout.write(`${text}\n`, () => process.exit());
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof Refused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (isRefusedByPooler(error)) {
    return `The pooler in front of the database takes no command (${message}). Set MANILLA_DIRECT_DATABASE_URL to the database itself.`;
  }
  return code === undefined ? message : `It failed (${code}): ${message}`;
}
