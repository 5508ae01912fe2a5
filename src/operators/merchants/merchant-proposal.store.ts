import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { MerchantChangeKind } from '../../domain/merchant-changes.js';
import type { Listed, Slice } from '../../domain/slice.js';
import type { NotTwo } from '../people/not-two.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

export const proposalStatuses = ['PROPOSED', 'DONE', 'WITHDRAWN'] as const;

export interface MerchantProposal {
  readonly proposalId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly kind: MerchantChangeKind;
  /** The names and values of what is shown. */
  readonly shown: readonly (readonly [string, string | null])[];
  readonly shownHash: string;
  readonly operator: string;
  readonly status: (typeof proposalStatuses)[number];
  readonly partner: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/**
 * A change that is made once another operator confirms it. `before` in the wish is the state that must still be true
 * then.
 */
export interface WantedChange {
  readonly merchantId: string;
  readonly kind: Exclude<MerchantChangeKind, 'KEY'>;
  readonly wish: object;
  readonly shown: readonly (readonly [string, string])[];
}

export type ConfirmedOutcome = 'DONE' | 'UNKNOWN' | 'CHANGED' | 'DECIDED' | 'CLOSED' | NotTwo;

const propose = callNamed('store_merchant_proposal', 'id').as<{ id: string }>();
const confirm = callNamed('confirm_merchant_proposal', 'outcome').as<{
  outcome: ConfirmedOutcome;
}>();
const withdraw = callNamed('withdraw_merchant_proposal', 'done').as<{ done: boolean }>();
const hasHadAccount = {
  name: 'has_had_settlement_account',
  text: 'select exists (select from settlement_account a where a.merchant_id = $1) as done',
};
const list = {
  name: 'list_merchant_proposals',
  text: `select p.proposal_id, p.merchant_id, m.trade_name, p.kind, p.shown, p.shown_hash, p.operator, p.status, p.partner,
                p.created_at, p.decided_at, list_position(p.created_at) as position
           from merchant_proposal p join merchant m on m.merchant_id = p.merchant_id
          where ($1::text is null or p.status = $1) and ($2::text is null or p.merchant_id = $2)
            and ($3::text is null or p.proposal_id = $3)
            and ($4::text is null or (p.created_at, p.proposal_id) < (list_time($4), $5))
          order by p.created_at desc, p.proposal_id desc offset $6 limit $7`,
};

interface ProposalRow extends RowOf<Omit<MerchantProposal, 'merchantName'>> {
  trade_name: string;
  position: string;
}

/** Changes of merchants that wait for a second operator, on PostgreSQL. */
export class PgMerchantProposals {
  constructor(private readonly pool: pg.Pool) {}

  /** Stores a proposal, and returns its id. */
  async propose({ merchantId, kind, wish, shown }: WantedChange, by: Actor): Promise<string> {
    return (await queryOne(this.pool, propose({ merchantId, kind, wish, shown, by }))).id;
  }

  async confirm(proposalId: string, shownHash: string, by: Actor): Promise<ConfirmedOutcome> {
    return (await queryOne(this.pool, confirm({ by, id: proposalId, shownHash }))).outcome;
  }

  /** Returns false when no such proposal waits. */
  async withdraw(proposalId: string, by: Actor): Promise<boolean> {
    return (await queryOne(this.pool, withdraw({ by, id: proposalId }))).done;
  }

  /** Tells whether the merchant has an account, or had one that was removed. */
  async hasHadAccount(merchantId: string): Promise<boolean> {
    return (await queryOne<{ done: boolean }>(this.pool, hasHadAccount, [merchantId])).done;
  }

  async find(proposalId: string): Promise<MerchantProposal | undefined> {
    const values = [null, null, proposalId, null, null, 0, 1];
    return (await query<ProposalRow>(this.pool, list, values)).map(toProposal)[0];
  }

  /** The newest first. */
  async list(
    { status, merchantId }: { readonly status: string | null; readonly merchantId: string | null },
    { after, offset, limit }: Slice,
  ): Promise<Listed<MerchantProposal>[]> {
    const [time, id] = [after?.[0] ?? null, after?.[1] ?? null];
    const values = [status, merchantId, null, time, id, offset, limit];
    const rows = await query<ProposalRow>(this.pool, list, values);
    return rows.map((row) => ({
      item: toProposal(row),
      position: [row.position, row.proposal_id],
    }));
  }
}

function toProposal(row: ProposalRow): MerchantProposal {
  return {
    proposalId: row.proposal_id,
    merchantId: row.merchant_id,
    merchantName: row.trade_name,
    kind: row.kind,
    shown: row.shown,
    shownHash: row.shown_hash,
    operator: row.operator,
    status: row.status,
    partner: row.partner,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}
