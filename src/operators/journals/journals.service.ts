import { createHash } from 'node:crypto';
import type { Actor } from '../../domain/actor.js';
import { toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page, type PageQuery } from '../../http/paging.js';
import { isNotTwo, notTwo } from '../people/not-two.js';
import { newId } from '../../platform/database/new-id.js';
import { JournalRequest, type JournalView } from './journal.dto.js';
import type {
  JournalProposal,
  JournalWish,
  PgJournalProposals,
  ProposedOutcome,
} from './journal-proposal.store.js';

const cursors = timeCursors('journals', 'jnp');

const refusals: Readonly<Record<Exclude<ProposedOutcome, 'PROPOSED'>, [string, string]>> = {
  JOURNAL_UNKNOWN: ['reverse', 'is the number of no journal'],
  ALREADY_REVERSED: ['reverse', 'is a journal that was taken back before, or is proposed to be'],
  NOT_ADJUSTABLE: ['legs', 'may be of the accounts 1100, 1110, 1200, 1400 and 5300 only'],
  ACCOUNT_UNKNOWN: ['legs', 'name an account that is not in the books'],
  NOT_BALANCED: ['legs', 'must be of different accounts and sum to zero'],
};

/** Manual journals: one operator proposes a journal, another one posts it. */
export class JournalsService {
  constructor(private readonly journals: PgJournalProposals) {}

  /** @throws ApiError VALIDATION_FAILED */
  async propose(asked: JournalRequest, by: Actor): Promise<JournalView> {
    const proposalId = newId('jnp');
    const wish = wishOf(asked);
    const outcome = await this.journals.propose(proposalId, wish, { ...by, reason: asked.reason });
    if (outcome !== 'PROPOSED') throw invalid(...refusals[outcome]);
    return this.find(proposalId);
  }

  /**
   * Posts another operator's proposal, exactly as this operator was shown it. A repeated request posts it once.
   *
   * @param shownHash the hash of the facts that the second operator has seen
   * @throws ApiError RESOURCE_NOT_FOUND, SECOND_OPERATOR_NEEDED, SECOND_OPERATOR_TOO_NEW, PROPOSAL_CHANGED,
   * DECISION_REFUSED
   */
  async confirm(proposalId: string, by: Actor, shownHash: string): Promise<JournalView> {
    const found = await this.find(proposalId);
    if (found.shownHash !== shownHash) throw new ApiError('PROPOSAL_CHANGED');
    const outcome = await this.journals.post(proposalId, by).catch(refuseBooks);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (isNotTwo(outcome)) throw notTwo(outcome);
    if (outcome === 'WITHDRAWN') throw refused('The journal was withdrawn.');
    return this.find(proposalId);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  async withdraw(proposalId: string, by: Actor): Promise<JournalView> {
    const was = await this.journals.withdraw(proposalId, by);
    const view = await this.find(proposalId);
    if (!was) throw refused('The journal waits for nobody any more.');
    return view;
  }

  async list(status: string | null, page: PageQuery): Promise<Page<JournalView>> {
    return pageOf(page, cursors, await this.journals.list(status, sliceOf(page, cursors)), toView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(proposalId: string): Promise<JournalView> {
    const found = await this.journals.find(proposalId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return toView(found);
  }
}

function wishOf({ reverse, legs }: JournalRequest): JournalWish {
  if (reverse !== undefined) return { reverse: BigInt(reverse) };
  if (legs === undefined) throw invalid('legs', 'or reverse must be sent');
  return {
    legs: legs.map(({ account, amountMinor }) => ({ account, amountMinor: BigInt(amountMinor) })),
  };
}

/** The books refuse a journal that would break one of their rules, such as a balance that must not fall below zero. */
function refuseBooks(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code === '23514')
    throw refused('The books refuse this journal: it would break one of their rules.');
  throw error;
}

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}

function invalid(field: string, what: string): ApiError {
  const message = `${field} ${what}`;
  const errors = [{ field, rule: 'oneOf' as const, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

/**
 * Hashes a proposed journal, which never changes. The operator who confirms sends the hash to say which one was seen.
 */
function shownHashOf({ proposalId, reverses, legs, reason, operator }: JournalProposal): string {
  const shown = legs.map(({ account, amountMinor }) => [account, String(amountMinor)]);
  const hashed = [proposalId, String(reverses), shown, reason, operator];
  return createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 32);
}

function toView(found: JournalProposal): JournalView {
  const { proposalId, status, reverses, legs, reason, operator, partner, journalId } = found;
  return {
    proposalId,
    status,
    reverses: reverses === null ? null : Number(reverses),
    legs: legs.map(({ account, amountMinor }) => ({
      account,
      amountMinor: toJsonAmount(amountMinor),
    })),
    reason,
    operator,
    partner,
    journalId: journalId === null ? null : Number(journalId),
    createdAt: found.createdAt.toISOString(),
    decidedAt: found.decidedAt?.toISOString() ?? null,
    shownHash: shownHashOf(found),
  };
}
