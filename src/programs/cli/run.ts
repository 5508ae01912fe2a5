import { parseArgs } from 'node:util';
import { booksCommands } from './books-command.js';
import {
  type Command,
  type Commands,
  type Given,
  Refused,
  type CommandOutput,
  TryLater,
  UsageError,
} from './command.js';
import { caseCommands } from './case-commands.js';
import { holdCommands } from './hold-commands.js';
import { lookUpCommands } from './look-up-commands.js';
import { statementCommands } from './statement-commands.js';
import { sumCommands } from './sum-commands.js';
import { auditCommands } from './audit-commands.js';
import { holidayCommands } from './holiday-commands.js';
import { journalCommands } from './journal-commands.js';
import { merchantCommands } from './merchant-commands.js';
import { merchantPeopleCommands } from './merchant-people.js';
import { accountCommands, keyCommands, termsCommands } from './merchant-extras.js';
import { messageSettingCommands } from './merchant-messages.js';
import { operatorCommands } from './operator-commands.js';
import { payerCommands } from './payer-commands.js';
import { providerCommands } from './provider-commands.js';
import { rebuildCommands } from './rebuild-command.js';
import { recoverCommands } from './recover-command.js';
import { replayCommands } from './replay-command.js';
import { retentionCommands } from './retention-command.js';
import { senderCommands } from './sender-commands.js';
import { keySetCommands } from './key-set-commands.js';
import { temporalCommands } from './temporal-commands.js';
import { temporalVersionCommands } from './temporal-version-commands.js';
import { isRefusedByPooler } from '../../platform/database/outage.js';

const commands: Commands = {
  ...caseCommands,
  ...holdCommands,
  ...lookUpCommands,
  ...sumCommands,
  ...auditCommands,
  ...journalCommands,
  ...booksCommands,
  ...holidayCommands,
  ...operatorCommands,
  ...keySetCommands,
  ...merchantCommands,
  ...merchantPeopleCommands,
  ...messageSettingCommands,
  ...accountCommands,
  ...keyCommands,
  ...termsCommands,
  ...payerCommands,
  ...senderCommands,
  ...providerCommands,
  ...statementCommands,
  ...retentionCommands,
  ...temporalCommands,
  ...temporalVersionCommands,
  ...rebuildCommands,
  ...recoverCommands,
  ...replayCommands,
};

/**
 * The result of a command. Exit codes: 0 done, 1 refused or not possible now, 2 a mistake in the command line, 75 to be
 * run again.
 */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npx manilla` with its arguments. */
export async function runCommand(args: readonly string[]): Promise<Ended> {
  try {
    const answer = await outputOf(args);
    const { text, exitCode } = typeof answer === 'string' ? { text: answer, exitCode: 0 } : answer;
    return { exitCode, stdout: `${text}\n`, stderr: '' };
  } catch (error) {
    const exitCode = error instanceof UsageError ? 2 : error instanceof TryLater ? 75 : 1;
    return { exitCode, stdout: '', stderr: `${sentenceOf(error)}\n` };
  }
}

async function outputOf(args: readonly string[]): Promise<string | CommandOutput> {
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

function sentenceOf(error: unknown): string {
  const isOurs = [UsageError, Refused, TryLater].some((each) => error instanceof each);
  if (isOurs) return (error as Error).message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (isRefusedByPooler(error)) {
    return `The pooler in front of the database takes no command (${message}). Set MANILLA_DIRECT_DATABASE_URL to the database itself.`;
  }
  return code === undefined ? message : `It failed (${code}): ${message}`;
}
