import type { ParseArgsOptionsConfig } from 'node:util';

/** The command line has a mistake: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The request is refused, or cannot be carried out now: exit code 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * The command cannot run now, and the caller should run it again. Its exit code is 75, which mail servers know
 * (EX_TEMPFAIL).
 */
export class TryLater extends Error {
  override readonly name = 'TryLater';
}

export interface Given {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** The text to print, and the exit code: 1 when the text reports a fault, 2 when the command could not find out. */
export interface CommandOutput {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

/** A command of `manilla`. */
export interface Command {
  /** The words after the command's name, such as `NUMBER DECISION --reason TEXT`. */
  readonly usage: string;
  readonly summary: string;
  /** The fewest and the most arguments that are no options. */
  readonly words: readonly [number, number];
  readonly options: ParseArgsOptionsConfig;
  /** Returns the text to print. @throws UsageError, Refused */
  run(given: Given): Promise<string | CommandOutput>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Returns the text of an option. @throws UsageError when it is missing */
export function required(given: Given, option: string): string {
  const text = textOf(given, option)?.trim();
  if (text === undefined || text === '') throw new UsageError(`--${option} is missing.`);
  return text;
}

export function textOf({ values }: Given, option: string): string | undefined {
  const value = values[option];
  return typeof value === 'string' ? value : undefined;
}
