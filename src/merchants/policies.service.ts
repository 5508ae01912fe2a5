import type { MerchantDirectory } from '../auth/merchant-directory.js';
import { resolvePolicies, type Policies } from '../domain/policies.js';
import { PoliciesView, PolicyChanges, policiesGiven } from '../http/policy-fields.js';

/** Where a merchant's policies are kept (src/merchants/policy.store.ts). */
export interface PolicyStore {
  put(merchantId: string, policies: Policies): Promise<void>;
}

/** What a merchant wants done with money that does not fit. */
export class PoliciesService {
  constructor(
    private readonly store: PolicyStore,
    private readonly merchants: Pick<MerchantDirectory, 'forget'>,
  ) {}

  /** What is not given gets its default; holds for checkouts initiated from now on (other processes: within 5 s). */
  async replace(merchantId: string, changes: PolicyChanges): Promise<PoliciesView> {
    const policies = resolvePolicies(policiesGiven(changes));
    await this.store.put(merchantId, policies);
    this.merchants.forget(merchantId);
    return policies;
  }
}
