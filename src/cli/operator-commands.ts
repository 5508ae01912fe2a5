import { createPool } from '../persistence/database.js';
import { hashOf, mintOperatorToken } from '../operators/operator-token.js';
import { PgOperatorStore, type ListedToken } from '../operators/operator.store.js';
import { type Commands, type Given, Refused, textOf, UsageError } from './command.js';
import { databaseUrlOf } from './settings.js';
import { tableOf } from './table.js';
import { lagosMoment } from '../domain/lagos-day.js';

const dayMs = 86_400_000;
const longestDays = 366;

/** Whoever may log in to the database may say who the operators are: no token is needed for these. */
export const operatorCommands: Commands = {
  'operators add': {
    usage: 'NAME [--days 90]',
    summary: 'Makes an operator and prints a token, once. Of a known name: one token more.',
    words: [1, 1],
    options: { days: { type: 'string' } },
    run: add,
  },
  'operators tokens': {
    usage: '[NAME] [--json]',
    summary: 'Lists tokens: until when they are valid, and when they were last used.',
    words: [0, 1],
    options: { json: { type: 'boolean' } },
    run: list,
  },
  'operators revoke': {
    usage: 'TOKEN_ID | NAME',
    summary: 'Revokes a token, or all of an operator. It is refused from then on.',
    words: [1, 1],
    options: {},
    run: revoke,
  },
};

async function add(given: Given): Promise<string> {
  const name = (given.positionals[0] ?? '').trim();
  if (!/^\p{L}[\p{L}\p{N} .'-]{0,99}$/u.test(name)) {
    throw new UsageError('NAME must be 1 to 100 letters, digits, spaces, dots and hyphens.');
  }
  const days = Number(textOf(given, 'days') ?? '90');
  if (!Number.isInteger(days) || days < 1 || days > longestDays) {
    throw new UsageError(`--days must be a whole number from 1 to ${longestDays}.`);
  }
  const token = mintOperatorToken();
  const until = new Date(Date.now() + days * dayMs);
  const tokenId = await withStore((store) => store.addToken(name, hashOf(token), until));
  return [
    `${name} may use the desk until ${lagosMoment(until)} (token ${tokenId}).`,
    'This is the only time that the token is shown:',
    '',
    token,
  ].join('\n');
}

async function list({ positionals: [name], values }: Given): Promise<string> {
  const tokens = await withStore((store) => store.tokens(name ?? null));
  if (values['json'] === true) return JSON.stringify(tokens, null, 2);
  if (tokens.length === 0) return 'No tokens.';
  return tableOf<ListedToken>(
    [
      { title: 'OPERATOR', text: ({ operator }) => operator },
      { title: 'TOKEN', text: ({ tokenId }) => tokenId },
      { title: 'STATE', text: stateOf },
      {
        title: 'LAST USED',
        text: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : lagosMoment(lastUsedAt)),
      },
    ],
    tokens,
  );
}

function stateOf({ revokedAt, expiresAt }: ListedToken): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= new Date() ? 'expired' : `until ${lagosMoment(expiresAt).slice(0, 10)}`;
}

async function revoke({ positionals: [which = ''] }: Given): Promise<string> {
  const count = await withStore((store) => store.revoke(which));
  if (count === 0) throw new Refused(`No valid token has the id or belongs to "${which}".`);
  return count === 1 ? 'Revoked one token.' : `Revoked ${count} tokens.`;
}

async function withStore<Result>(
  work: (store: PgOperatorStore) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(databaseUrlOf(process.env), { max: 1, applicationName: 'manilla-cli' });
  try {
    return await work(new PgOperatorStore(pool));
  } finally {
    await pool.end();
  }
}
