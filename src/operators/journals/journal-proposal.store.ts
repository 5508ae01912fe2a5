import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { Listed, Slice } from '../../domain/slice.js';
import type { NotTwo } from '../people/not-two.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';

/** One leg of a journal, in kobo. Debits are positive. */
export interface JournalLeg {
  /** `code:owner:currency`, such as `5300:-:NGN`. */
  readonly account: string;
  readonly amountMinor: bigint;
}

export interface JournalProposal {
  readonly proposalId: string;
  readonly reverses: bigint | null;
  readonly legs: readonly JournalLeg[];
  readonly reason: string;
  readonly status: 'PROPOSED' | 'POSTED' | 'WITHDRAWN';
  readonly operator: string;
  readonly partner: string | null;
  readonly journalId: bigint | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

export type ProposedOutcome =
  | 'PROPOSED'
  | 'JOURNAL_UNKNOWN'
  | 'ALREADY_REVERSED'
  | 'NOT_ADJUSTABLE'
  | 'ACCOUNT_UNKNOWN'
  | 'NOT_BALANCED';
export type PostedOutcome = 'POSTED' | 'WITHDRAWN' | 'UNKNOWN' | NotTwo;

const propose = callNamed('propose_journal', 'outcome').as<{ outcome: ProposedOutcome }>();
const post = call('post_proposed_journal').as<{ outcome: PostedOutcome }>();
const withdraw = callNamed('withdraw_journal', 'done').as<{ done: boolean }>();
const list = {
  name: 'list_journal_proposals',
  text: `select p.*, list_position(p.created_at) as position from journal_proposal p
          where ($1::text is null or p.status = $1) and ($2::text is null or p.proposal_id = $2)
            and ($3::text is null or (p.created_at, p.proposal_id) < (list_time($3), $4))
          order by p.created_at desc, p.proposal_id desc limit $5`,
};

interface ProposalRow extends RowOf<Omit<JournalProposal, 'legs'>> {
  legs: readonly { account: string; amountMinor: number }[];
  position: string;
}

/** The content of a journal: the reversal of another one, or legs of its own. */
export type JournalWish = { readonly reverse: bigint } | { readonly legs: readonly JournalLeg[] };

export class PgJournalProposals {
  constructor(private readonly pool: pg.Pool) {}

  async propose(
    proposalId: string,
    wish: JournalWish,
    by: Actor & { readonly reason: string },
  ): Promise<ProposedOutcome> {
    const row = await queryOne(
      this.pool,
      propose({ by, id: proposalId, wish: jsonOf(wish), reason: by.reason }),
    );
    return row.outcome;
  }

  async post(proposalId: string, by: Actor): Promise<PostedOutcome> {
    return (await queryOne(this.pool, post({ by, id: proposalId }))).outcome;
  }

  async withdraw(proposalId: string, by: Actor): Promise<boolean> {
    return (await queryOne(this.pool, withdraw({ by, id: proposalId }))).done;
  }

  async find(proposalId: string): Promise<JournalProposal | undefined> {
    const rows = await query<ProposalRow>(this.pool, list, [null, proposalId, null, null, 1]);
    return rows.map(toProposal)[0];
  }

  /** The newest first. */
  async list(status: string | null, { after, limit }: Slice): Promise<Listed<JournalProposal>[]> {
    const values = [status, null, after?.[0] ?? null, after?.[1] ?? null, limit];
    const rows = await query<ProposalRow>(this.pool, list, values);
    return rows.map((row) => ({
      item: toProposal(row),
      position: [row.position, row.proposal_id],
    }));
  }
}

function jsonOf(wish: JournalWish): string {
  return JSON.stringify(wish, (_name, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
}

function toProposal(row: ProposalRow): JournalProposal {
  return {
    proposalId: row.proposal_id,
    reverses: row.reverses,
    legs: row.legs.map(({ account, amountMinor }) => ({
      account,
      amountMinor: BigInt(amountMinor),
    })),
    reason: row.reason,
    status: row.status,
    operator: row.operator,
    partner: row.partner,
    journalId: row.journal_id,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}
