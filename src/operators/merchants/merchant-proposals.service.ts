import type { Actor } from '../../domain/actor.js';
import { type MerchantChangeKind, permissionOfChange } from '../../domain/merchant-changes.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page, type PageQuery } from '../../http/paging.js';
import { isNotTwo, notTwo } from '../people/not-two.js';
import { demandPermission } from '../people/operator.guard.js';
import type { Rights } from '../people/permissions.js';
import type { MerchantProposalView } from './merchant-proposals.dto.js';
import type {
  MerchantProposal,
  PgMerchantProposals,
  WantedChange,
} from './merchant-proposal.store.js';

const cursors = timeCursors('merchant-proposals', 'mcp');

/**
 * Changes by which one operator alone could take a merchant's money, so one operator proposes them and another one
 * confirms them.
 */
export class MerchantProposals {
  constructor(private readonly proposals: PgMerchantProposals) {}

  async propose(wanted: WantedChange, by: Actor): Promise<MerchantProposalView> {
    return this.find(await this.proposals.propose(wanted, by));
  }

  /**
   * Carries out another operator's proposal, exactly as this operator was shown it.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, PERMISSION_MISSING, SECOND_OPERATOR_NEEDED, SECOND_OPERATOR_TOO_NEW,
   * PROPOSAL_CHANGED, DECISION_REFUSED
   */
  async confirm(
    proposalId: string,
    shownHash: string,
    by: Actor,
    rights: Rights,
  ): Promise<MerchantProposalView> {
    demandPermission(rights, permissionOfChange[await this.#kindOf(proposalId)]);
    const outcome = await this.proposals.confirm(proposalId, shownHash, by);
    if (isNotTwo(outcome)) throw notTwo(outcome);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome === 'CHANGED') {
      throw new ApiError('PROPOSAL_CHANGED', {
        message:
          'The merchant has changed since this was proposed. Withdraw it and propose it anew.',
      });
    }
    if (outcome === 'CLOSED') throw refused('The merchant is closed for good.');
    if (outcome === 'DECIDED') throw refused('The proposal waits for nobody any more.');
    return this.find(proposalId);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, PERMISSION_MISSING, DECISION_REFUSED */
  async withdraw(proposalId: string, by: Actor, rights: Rights): Promise<MerchantProposalView> {
    demandPermission(rights, permissionOfChange[await this.#kindOf(proposalId)]);
    const was = await this.proposals.withdraw(proposalId, by);
    if (!was) throw refused('The proposal waits for nobody any more.');
    return this.find(proposalId);
  }

  async list(
    filter: { readonly status: string | null; readonly merchantId: string | null },
    page: PageQuery,
  ): Promise<Page<MerchantProposalView>> {
    const found = await this.proposals.list(filter, sliceOf(page, cursors));
    return pageOf(page, cursors, found, proposalView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(proposalId: string): Promise<MerchantProposalView> {
    return proposalView(await this.#known(proposalId));
  }

  hasHadAccount(merchantId: string): Promise<boolean> {
    return this.proposals.hasHadAccount(merchantId);
  }

  async #kindOf(proposalId: string): Promise<MerchantChangeKind> {
    return (await this.#known(proposalId)).kind;
  }

  async #known(proposalId: string): Promise<MerchantProposal> {
    const found = await this.proposals.find(proposalId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }
}

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}

function proposalView(found: MerchantProposal): MerchantProposalView {
  const { shown, createdAt, decidedAt, ...rest } = found;
  return {
    ...rest,
    shown: shown.map(([name, value]) => ({ name, value: value ?? 'none' })),
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
