import { styleText } from 'node:util';
import { formatNaira } from '../../domain/money.js';
import {
  type DebitBooking,
  type HeldBank,
  PgRecoveryByHand,
  type UnknownDebit,
} from '../../upkeep/reconciliation/recovery-by-hand.store.js';
import { PgRecoveryStore } from '../../upkeep/reconciliation/recovery.store.js';
import { type Commands, type Given, required, textOf, UsageError } from './command.js';
import { onDatabase } from './on-database.js';

const longestText = 200;
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** The commands for a restored database. */
export const recoverCommands: Commands = {
  recover: {
    usage:
      '[--minutes 30] | --status | --book SESSION (--merchant mch_... | --write-off) --operator NAME --reason TEXT',
    summary:
      "Holds all that is to be sent until the banks' statements are read, from so many minutes on, and skips account numbers\n" +
      '      that may have been given. --status: shows how far it is. --book: books a debit that the books do not know to the\n' +
      '      merchant that has had the money, or as our loss.',
    words: [0, 0],
    options: {
      ...{ minutes: text, status: flag, book: text, merchant: text, 'write-off': flag },
      ...{ operator: text, reason: text },
    },
    run: recover,
  },
};

function recover(given: Given): Promise<string> {
  const minutes = textOf(given, 'minutes') ?? '30';
  if (!/^\d{1,4}$/.test(minutes)) {
    throw new UsageError(`--minutes is "${minutes}"; it must be a whole number.`);
  }
  const sessionId = textOf(given, 'book');
  const booking = sessionId === undefined ? undefined : bookingOf(sessionId, given);
  return onDatabase(async (pool) => {
    const recovery = new PgRecoveryByHand(pool);
    const done: string[] = [];
    if (booking !== undefined) done.push(bookedLine(booking, await recovery.book(booking)));
    else if (given.values['status'] !== true) {
      await new PgRecoveryStore(pool).begin('BY_HAND', Number(minutes), 0n);
    }
    const banks = (await recovery.banks()).map(bankLine);
    const debits = (await recovery.unknownDebits()).map(debitLine);
    return [
      ...done,
      ...['', styleText('bold', 'Banks')],
      ...(banks.length === 0 ? ['  none was ever held'] : banks),
      ...['', styleText('bold', 'Debits that the books do not know')],
      ...(debits.length === 0 ? ['  none'] : debits),
      '',
    ].join('\n');
  });
}

function bookingOf(sessionId: string, given: Given): DebitBooking {
  const merchantId = textOf(given, 'merchant');
  if ((merchantId !== undefined) === (given.values['write-off'] === true)) {
    throw new UsageError('Say either --merchant mch_... or --write-off.');
  }
  const [operator, reason] = [required(given, 'operator'), required(given, 'reason')];
  for (const [name, said] of Object.entries({ operator, reason })) {
    if (said.length > longestText) {
      throw new UsageError(`--${name} may have ${longestText} characters at most.`);
    }
  }
  return { sessionId, merchantId: merchantId ?? null, operator, reason };
}

function bookedLine({ merchantId }: DebitBooking, bookedMinor: bigint): string {
  const whose = merchantId === null ? 'as our loss' : `to the balance of ${merchantId}`;
  return styleText('green', `${formatNaira(bookedMinor)} was booked ${whose}.`);
}

function bankLine({ provider, reason, readFrom, endedAt }: HeldBank): string {
  const held = `nothing is sent until its statement is read after ${readFrom.toISOString()}`;
  const state =
    endedAt === null
      ? styleText('yellow', held)
      : styleText('green', `its statement was read, ${endedAt.toISOString()}`);
  return `  ${provider}: ${state} (${reason})`;
}

function debitLine({ subject, amount, merchantId, insteadMinor }: UnknownDebit): string {
  const likely =
    merchantId === null
      ? ''
      : `  of ${merchantId}, whose settlement would send ${formatNaira(insteadMinor ?? 0n)} now`;
  return `  ${subject}  ${formatNaira(BigInt(amount))}${likely}`;
}
