import {
  type PayerPiece,
  PgPayerErasure,
  type WantedPayer,
} from '../../upkeep/erasure/payer-erasure.store.js';
import { toE164 } from '../../http/phone-number.js';
import { type Commands, type Given, required, textOf, UsageError } from './command.js';
import { onDatabase } from './on-database.js';
import { commandActor } from './settings.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/**
 * The commands about payers' data. They need no operator's token, because everyone who can log in to the database may
 * see and erase its rows.
 */
export const payerCommands: Commands = {
  'payers erase': {
    usage:
      '(--email TEXT | --phone NUMBER | --account NUMBER --bank CODE | --checkout ID) [--merchant ID] [--apply --reason TEXT] [--json]',
    summary:
      'Shows where a payer is known, and why some of it must stay. --apply: erases the rest; the books are unharmed.',
    words: [0, 0],
    options: {
      ...{ email: text, phone: text, account: text, bank: text, checkout: text, merchant: text },
      ...{ apply: flag, reason: text, json: flag },
    },
    run: erase,
  },
};

async function erase(given: Given): Promise<string> {
  const payer = payerOf(given);
  const applies = given.values['apply'] === true;
  const by = applies ? commandActor(process.env, required(given, 'reason')) : null;
  const pieces = await onDatabase((pool) => {
    const erasure = new PgPayerErasure(pool);
    return by === null ? erasure.find(payer) : erasure.erase(payer, by);
  });
  return given.values['json'] === true ? JSON.stringify(pieces, null, 2) : shown(pieces, applies);
}

/** Returns the payer whom the options name. @throws UsageError unless they name one in exactly one way */
function payerOf(given: Given): WantedPayer {
  const [email, phone, accountNumber, bankCode, checkoutId, merchantId] = [
    ...['email', 'phone', 'account', 'bank', 'checkout', 'merchant'],
  ].map((name) => textOf(given, name)?.trim() || undefined);
  const ways: WantedPayer[] = [];
  if (email !== undefined) ways.push({ email });
  if (phone !== undefined) ways.push({ phoneNumber: phoneNumberIn(phone) });
  if (checkoutId !== undefined) ways.push({ checkoutId });
  if (accountNumber !== undefined && bankCode !== undefined) {
    ways.push({ accountNumber, bankCode });
  }
  const [way] = ways;
  const isHalf = (accountNumber === undefined) !== (bankCode === undefined);
  if (way === undefined || ways.length > 1 || isHalf) {
    throw new UsageError(
      'Name the payer by --email, by --phone, by --account and --bank, or by --checkout.',
    );
  }
  return merchantId === undefined ? way : { ...way, merchantId };
}

/** @throws UsageError for what is no phone number */
function phoneNumberIn(text: string): string {
  const phoneNumber = toE164(text);
  if (phoneNumber === undefined) throw new UsageError(`${text} is no phone number.`);
  return phoneNumber;
}

function shown(pieces: readonly PayerPiece[], applies: boolean): string {
  if (pieces.length === 0) return 'Nothing here bears this payer.';
  const free = applies ? 'erased' : 'would be erased';
  const held = pieces.filter(({ heldBy }) => heldBy !== null).length;
  return [
    tableOf<PayerPiece>(
      [
        { title: 'KIND', text: ({ kind }) => kind },
        { title: 'ID', text: ({ subject }) => subject },
        { title: 'EVENTS', text: ({ events }) => String(events), align: 'right' },
        { title: 'STATE', text: ({ heldBy }) => (heldBy === null ? free : `kept: ${heldBy}`) },
      ],
      pieces,
    ),
    '',
    `${pieces.length - held} ${free}, ${held} kept.${applies ? '' : ' Nothing was changed: --apply erases.'}`,
  ].join('\n');
}
