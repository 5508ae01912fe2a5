import { PgDynamicAccountStore } from '../../payments/accounts/dynamic-account.store.js';
import { DynamicAccountsController } from '../../payments/accounts/dynamic-accounts.controller.js';
import { DynamicAccountsService } from '../../payments/accounts/dynamic-accounts.service.js';
import { IdentityHash } from '../../payments/accounts/identity-hash.js';
import { PrefixesController } from '../../payments/accounts/prefixes.controller.js';
import { PgStaticAccountStore } from '../../payments/accounts/static-account.store.js';
import { StaticAccountsController } from '../../payments/accounts/static-accounts.controller.js';
import { StaticAccountsService } from '../../payments/accounts/static-accounts.service.js';
import { ValidationService } from '../../payments/accounts/validation.service.js';
import {
  type VirtualAccount,
  VirtualAccountsController,
} from '../../payments/accounts/virtual-accounts.controller.js';
import { VirtualAccountsService } from '../../payments/accounts/virtual-accounts.service.js';
import { PgCheckoutStore } from '../../payments/checkouts/checkout.store.js';
import { PgTimelineStore } from '../../payments/checkouts/timeline.store.js';
import { BankNumbers } from '../../payments/numbers/bank-numbers.js';
import { NumberOffers } from '../../payments/numbers/number-offer.js';
import { NumberPool } from '../../payments/numbers/number-pool.js';
import { SlowOpenings } from '../../payments/numbers/slow-openings.js';
import { PgNumberStore } from '../../payments/numbers/number.store.js';
import { PgPrefixStore } from '../../payments/numbers/prefix.store.js';
import type { ApiConnections } from './connections.js';
import type { MerchantParts } from './merchants.js';

export const accountControllers = [
  StaticAccountsController,
  DynamicAccountsController,
  PrefixesController,
  VirtualAccountsController,
];

export type AccountParts = ReturnType<typeof accountParts>;

export function accountParts(
  { pool, config, facts, rails, banks, logger }: ApiConnections,
  { amountLimits, openAccounts }: MerchantParts,
) {
  // The process has one pool of numbers, from which every kind of account takes its number.
  const numbers = new NumberOffers(
    new NumberPool(new PgNumberStore(pool), config.numberKey),
    new BankNumbers(rails),
  );
  const openings = new SlowOpenings(logger);
  const store = new PgDynamicAccountStore(pool);
  const statics = new StaticAccountsService(
    new PgStaticAccountStore(pool),
    numbers,
    openings,
    new IdentityHash(config.identityKey),
  );
  const dynamics = new DynamicAccountsService({
    accounts: store,
    checkouts: new PgCheckoutStore(pool),
    timelines: new PgTimelineStore(pool),
    numbers,
    openings,
    openAccounts,
    limits: amountLimits,
    facts,
  });
  return {
    ...{ numbers, openings, statics, dynamics },
    all: new VirtualAccountsService<VirtualAccount>([statics, dynamics]),
    prefixes: new PgPrefixStore(pool),
    validation: new ValidationService(store, rails, banks),
  };
}
