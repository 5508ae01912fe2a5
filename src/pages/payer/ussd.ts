import { readFileSync } from 'node:fs';
import { RefusesToStart } from '../../platform/config/refuses-to-start.js';

/** A bank whose USSD service the page offers to dial. */
export interface UssdBank {
  readonly bank: string;
  /** `{amount}` and `{account}` are filled in; without them the string opens the bank's menu. */
  readonly string: string;
}

const stringPattern = /^\*(?:\d|\*|\{amount\}|\{account\})+#$/;

/**
 * Reads a table such as ops/ussd-banks.csv. Without a path there are no banks.
 *
 * @throws RefusesToStart with the line, or the file that cannot be read: a payer who dials a wrong string may send money to a stranger.
 */
export function ussdBanksIn(path: string | null): readonly UssdBank[] {
  if (path === null) return [];
  return readUssdBanks(textOf(path), path);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new RefusesToStart(`MANILLA_USSD_BANKS: ${(error as Error).message}`, { cause: error });
  }
}

export function readUssdBanks(table: string, path: string): readonly UssdBank[] {
  return table.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [bank = '', string = '', source = ''] = line.split(',').map((field) => field.trim());
    const isWhole = bank !== '' && source !== '' && (string === '' || stringPattern.test(string));
    if (!isWhole) {
      throw new RefusesToStart(
        `${path}, line ${at + 1}: a line is bank,string,source, and a string such as *737*{amount}*{account}#`,
      );
    }
    return string === '' ? [] : [{ bank, string }];
  });
}

/** Returns the string to dial; undefined when it needs the amount but cannot express its kobo. */
export function dialled(string: string, amountMinor: bigint, account: string): string | undefined {
  if (string.includes('{amount}') && amountMinor % 100n !== 0n) return undefined;
  return string.replaceAll('{amount}', String(amountMinor / 100n)).replaceAll('{account}', account);
}
