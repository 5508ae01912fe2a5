import type { ProviderFolder } from './contract.js';
import { pages } from './pages/provider.js';
import { providus } from './providus/provider.js';
import { simulator } from './simulator/provider.js';

/** Every folder of src/providers. The name is what MANILLA_PROVIDERS has. */
export const providerFolders: readonly ProviderFolder[] = [simulator, pages, providus];

/** Who gives the account numbers of a provider; of one that we do not know, we do. */
export function whoseNumbers(provider: string): 'OURS' | 'THEIRS' {
  const folder = providerFolders.find(({ name }) => name === provider);
  return folder?.capabilities.numbers?.whose ?? 'OURS';
}
