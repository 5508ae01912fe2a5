import type { MerchantDirectory } from '../../http/access/merchant-directory.js';
import type { Actor } from '../../domain/actor.js';
import { resolvePolicies } from '../../domain/policies.js';
import { PoliciesView, PolicyChanges, policiesGiven } from './policy-fields.js';
import type { PgPolicyStore } from './policy.store.js';

/** Reads and replaces a merchant's policies for money that does not fit. */
export class PoliciesService {
  constructor(
    private readonly store: PgPolicyStore,
    private readonly merchants: MerchantDirectory,
  ) {}

  /**
   * Replaces all policies: one that is not given gets its default. The new policies hold for checkouts initiated from
   * now on (other processes: within 5 s).
   */
  async replace(merchantId: string, changes: PolicyChanges, by: Actor): Promise<PoliciesView> {
    const policies = resolvePolicies(policiesGiven(changes));
    await this.store.put(merchantId, policies, by);
    this.merchants.forget(merchantId);
    return policies;
  }
}
