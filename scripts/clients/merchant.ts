import type { RunningStack } from '../running/running-stack.ts';
import { ownerDatabaseUrl } from '../running/owner-database.ts';
import { withClient } from '../stack/postgres.ts';
import { seed, type SandboxMerchant } from '../stack/programs.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { amountsMinor } from './receipt.ts';

/**
 * A merchant of the check's own, so that ninety billion naira stay out of the sandbox merchant's books. The merchant's limit is
 * raised as docs/operations.md says.
 */
export async function merchantOfClients(stack: RunningStack): Promise<SandboxMerchant> {
  const merchant = await merchantOfCheck(stack, 'Generated Clients');
  const most = amountsMinor.reduce((one, other) => (one > other ? one : other));
  await withClient(ownerDatabaseUrl(stack), (client) =>
    client.query('update merchant set max_amount_minor = $2 where merchant_id = $1', [
      merchant.merchantId,
      String(most),
    ]),
  );
  return merchant;
}

/** A merchant of this name beside the sandbox merchant. */
export function merchantOfCheck(stack: RunningStack, name: string): Promise<SandboxMerchant> {
  const settings = { DATABASE_URL: ownerDatabaseUrl(stack), MANILLA_ENVIRONMENT: 'sandbox' };
  return seed({ ...loadSecrets(stack.layout.dataDir), ...settings }, name);
}
