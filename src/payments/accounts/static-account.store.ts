import type { AnyNumber } from '../numbers/number.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { nameWords } from '../../domain/names.js';
import type {
  AccountOwner,
  ChangeOutcome,
  IdentityType,
  IssuedStaticAccount,
  ListedStaticAccount,
  NewStaticAccount,
  StaticAccount,
  StaticAccountChange,
  StaticAccountFilter,
  StaticAccountStatus,
  WholeStaticAccount,
} from './static-account.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { bytes, type RowOf } from '../../platform/database/columns.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callSpreading, callWithin } from '../../platform/database/sql-call.js';
import { statementName } from '../../platform/database/statement-name.js';

const issueAccount = callSpreading('issue_static_account', 'issued', {
  with: ['by', 'opened'],
}).as<AccountRow & Pick<IssuedStaticAccount, 'outcome'>>();
const findAccount = callWithin(
  'static_account_of',
  (called) => `select r.*, t.*,
                (select json_agg(json_build_object('status', c.status, 'reason', c.reason, 'changedAt', rfc3339(c.changed_at))
                                 order by c.change_id)
                   from static_account_change c where c.virtual_account_id = r.virtual_account_id) as history
           from static_account_read r
          cross join lateral static_account_totals(r.account_number, r.virtual_account_id) t
          where r.virtual_account_id = ${called}`,
  { name: 'find_static_account' },
).as<WholeRow>();
const changeAccount = call('change_static_account', { with: ['by'] }).as<{
  outcome: ChangeOutcome;
}>();

type AccountRow = RowOf<StaticAccount>;

interface ListedRow extends AccountRow {
  credit_count: bigint;
  received_minor: bigint;
  last_credit_at: Date | null;
}

interface WholeRow extends ListedRow {
  owner: AccountOwner;
  identity_type: IdentityType;
  identity_last4: string;
  metadata: Readonly<Record<string, string>>;
  history: readonly (Omit<StaticAccountChange, 'changedAt'> & { changedAt: string })[];
}

/** Static accounts on PostgreSQL. Each method is one round trip. `by`: the actor; each change is recorded with it. */
export class PgStaticAccountStore {
  constructor(private readonly pool: pg.Pool) {}

  async issue(asked: NewStaticAccount & AnyNumber, by: Actor): Promise<IssuedStaticAccount> {
    const { name, accountNumber, generation, opened = null } = asked;

    const row = await queryOne(
      this.pool,
      issueAccount({
        ...{ asked: newRow(asked), name, accountNumber, generation, opened },
        ...{ actor: by.actor, by },
      }),
    );
    const { outcome } = row;
    const isTheirs = outcome === 'ISSUED' || outcome === 'EXISTING';
    return { outcome, account: isTheirs ? toAccount(row) : null };
  }

  /** Returns undefined when the merchant has no static account with this number. */
  async find(merchantId: string, accountNumber: string): Promise<WholeStaticAccount | undefined> {
    const [row] = await query(this.pool, findAccount({ merchantId, accountNumber }));
    if (row === undefined) return undefined;
    return {
      ...toListed(row),
      owner: row.owner,
      identity: { type: row.identity_type, last4: row.identity_last4 },
      metadata: row.metadata,
      history: row.history.map((each) => ({ ...each, changedAt: new Date(each.changedAt) })),
    };
  }

  /** The newest first. */
  async list(
    merchantId: string,
    filter: StaticAccountFilter,
    slice: Slice,
  ): Promise<readonly Listed<ListedStaticAccount>[]> {
    const { name, text, values } = listQuery(merchantId, filter, slice);
    const rows = await query<ListedRow & { position_at: string }>(
      this.pool,
      { name, text },
      values,
    );
    return rows.map((row) => ({
      item: toListed(row),
      position: [row.position_at, row.virtual_account_id],
    }));
  }

  async change(
    merchantId: string,
    accountNumber: string,
    status: StaticAccountStatus,
    by: Actor,
  ): Promise<ChangeOutcome> {
    return (
      await queryOne(
        this.pool,
        changeAccount({
          merchantId,
          accountNumber,
          status,
          actor: by.actor,
          reason: by.reason,
          by,
        }),
      )
    ).outcome;
  }
}

function newRow(asked: NewStaticAccount) {
  const { identity } = asked;
  return {
    virtual_account_id: asked.virtualAccountId,
    merchant_id: asked.merchantId,
    reference: asked.reference,
    request_hash: bytes(asked.requestHash),
    prefix: asked.prefix,
    owner: asked.owner,
    // The words contain only letters and digits, so none of their characters has a meaning in a tsquery.
    name_words: nameWords(asked.name)
      .map((word) => `'${word}'`)
      .join(' '),
    identity_type: identity.type,
    identity_hash: bytes(identity.hash),
    identity_kid: identity.kid,
    identity_last4: identity.last4,
    metadata: asked.metadata,
  };
}

/**
 * Finds the rows of one page by their indexes alone, and then reads the data that belongs to them. The statement's name
 * says which filters it has, so that a connection prepares each kind once.
 */
export function listQuery(merchantId: string, filter: StaticAccountFilter, slice: Slice) {
  const values: unknown[] = [merchantId];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const conditions: [name: string, sql: string][] = [];
  const { status, prefix, text, since, before } = filter;
  const from =
    text === undefined
      ? 'static_account s'
      : `static_accounts_by_text($1, ${value(text)}, ${value(wordsQuery(text))}) f
         join static_account s on s.virtual_account_id = f.virtual_account_id`;
  if (status !== undefined) {
    const stopped = status === 'ACTIVE' ? 's.stopped_at is null' : 's.stopped_at is not null';
    const itself = `(select v.status from virtual_account v where v.virtual_account_id = s.virtual_account_id)`;
    conditions.push([status, `${stopped} and ${itself} = '${status}'`]);
  }
  if (prefix !== undefined) conditions.push(['prefix', `s.prefix = ${value(prefix)}`]);
  if (since !== null) conditions.push(['since', `s.created_at >= ${value(since)}`]);
  if (before !== null) conditions.push(['before', `s.created_at < ${value(before)}`]);
  if (slice.after !== null) {
    const [at, id] = slice.after;
    const place = `(list_time(${value(at)}), ${value(id)})`;
    conditions.push(['after', `(s.created_at, s.virtual_account_id) < ${place}`]);
  }
  const where = ['s.merchant_id = $1', ...conditions.map(([, sql]) => sql)].join(' and ');
  const statement = `
    select r.*, t.*, list_position(p.created_at) as position_at
      from (select s.created_at, s.virtual_account_id from ${from}
             where ${where}
             order by s.created_at desc, s.virtual_account_id desc
             limit ${value(slice.limit)} offset ${value(slice.offset)}) p
      join static_account_read r on r.virtual_account_id = p.virtual_account_id
     cross join lateral static_account_totals(r.account_number, r.virtual_account_id) t
     order by p.created_at desc, p.virtual_account_id desc`;
  const parts = [text === undefined ? '' : 'text', ...conditions.map(([each]) => each)];
  return { name: statementName('static_accounts', ...parts), text: statement, values };
}

/** Returns null when the text has no word. */
function wordsQuery(text: string): string | null {
  const words = nameWords(text).slice(0, 8);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}

function toAccount(row: AccountRow): StaticAccount {
  return {
    virtualAccountId: row.virtual_account_id,
    reference: row.reference,
    accountNumber: row.account_number,
    accountName: row.account_name,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    nipInstitutionCode: row.nip_institution_code,
    prefix: row.prefix,
    status: row.status,
    createdAt: row.created_at,
  };
}

function toListed(row: ListedRow): ListedStaticAccount {
  return {
    ...toAccount(row),
    creditCount: Number(row.credit_count),
    receivedMinor: row.received_minor,
    lastCreditAt: row.last_credit_at,
  };
}
