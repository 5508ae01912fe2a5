import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { RowOf } from '../../platform/database/columns.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import type { NewSettlementAccount } from './settlement-account.js';
import { settlementAccountRow } from './settlement-account-row.js';

/**
 * A change of the accounts that a merchant is paid to. ALONE: from then on one person may change them without a second.
 */
export type AccountChangeWhat = 'REGISTER' | 'MAKE_DEFAULT' | 'REMOVE' | 'ALONE';

/** A change that one person has proposed and another one must confirm. Holds a whole account number. */
export interface AccountProposal {
  readonly proposalId: string;
  readonly what: AccountChangeWhat;
  readonly accountNumber: string | null;
  readonly bankName: string | null;
  readonly accountName: string | null;
  readonly nameScore: number | null;
  readonly personId: string;
  readonly person: string;
  readonly createdAt: Date;
}

export interface WantedAccountChange {
  readonly what: AccountChangeWhat;
  readonly settlementAccountId: string | null;
  readonly account: NewSettlementAccount | null;
}

export type ConfirmOutcome =
  | 'DONE'
  | 'UNKNOWN'
  | 'DECIDED'
  | 'SAME_PERSON'
  | 'TOO_NEW'
  | 'GONE'
  | 'BUSY';

const propose = call('propose_account_change');
const confirm = callNamed('confirm_account_change', 'outcome');
const withdraw = callNamed('withdraw_account_change', 'done');
const setByTwo = call('set_accounts_by_two');
const waiting = {
  name: 'list_account_proposals',
  text: `select p.proposal_id, p.what, coalesce(a.account_number, p.asked ->> 'account_number') as account_number,
                coalesce(a.bank_name, p.asked ->> 'bank_name') as bank_name,
                coalesce(a.account_name, p.asked ->> 'account_name') as account_name, p.name_score,
                p.person_id, p.person, p.created_at
           from account_proposal p left join settlement_account a using (settlement_account_id)
          where p.merchant_id = $1 and p.status = 'PROPOSED' and p.created_at > now() - interval '7 days'
          order by p.created_at desc limit 50`,
};

/** Changes of settlement accounts that take two people, on PostgreSQL. */
export class PgAccountProposals {
  /** @param confirming the roles that every merchant has and that may confirm; their people get the request */
  constructor(
    private readonly pool: pg.Pool,
    private readonly confirming: readonly string[],
  ) {}

  /** Makes every later change of the accounts wait for a second person. */
  async askForTwo(merchantId: string, by: Actor): Promise<void> {
    await query(this.pool, setByTwo({ merchantId, wanted: true, by }));
  }

  /** Returns false when the merchant has no such account. */
  async propose(
    merchantId: string,
    { what, settlementAccountId, account }: WantedAccountChange,
    by: Actor,
  ): Promise<boolean> {
    const rows = await query(
      this.pool,
      propose({
        ...{ merchantId, what, by, accountId: settlementAccountId },
        asked: account && settlementAccountRow(account),
        nameScore: account?.nameScore ?? null,
        roles: this.confirming,
      }),
    );
    return rows.length > 0;
  }

  /** Returns the proposals that wait, the newest first. */
  async waiting(merchantId: string): Promise<readonly AccountProposal[]> {
    const rows = await query<RowOf<AccountProposal>>(this.pool, waiting, [merchantId]);
    return rows.map((row) => ({
      proposalId: row.proposal_id,
      what: row.what,
      accountNumber: row.account_number,
      bankName: row.bank_name,
      accountName: row.account_name,
      nameScore: row.name_score,
      personId: row.person_id,
      person: row.person,
      createdAt: row.created_at,
    }));
  }

  async confirm(merchantId: string, proposalId: string, by: Actor): Promise<ConfirmOutcome> {
    const row = await queryOne(this.pool, confirm({ merchantId, proposalId, by }));
    return row.outcome as ConfirmOutcome;
  }

  /** Returns false when the merchant has no waiting proposal with this id. */
  async withdraw(merchantId: string, proposalId: string, by: Actor): Promise<boolean> {
    return (await queryOne(this.pool, withdraw({ merchantId, proposalId, by }))).done === true;
  }
}
