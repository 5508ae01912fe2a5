import type { ProviderFolder } from './contract.js';
import { pages } from './pages/provider.js';
import { providus } from './providus/provider.js';
import { simulator } from './simulator/provider.js';

/** Every folder of src/providers. MANILLA_PROVIDERS names them by `name`. */
export const providerFolders: readonly ProviderFolder[] = [simulator, pages, providus];

const titles: ReadonlyMap<string, string> = new Map([
  ...providerFolders.map(({ name, title }) => [name, title] as const),
  ['simulator-acquirer', 'The simulator’s card company'],
]);

/** The name of a provider for people; its code when no folder is called so. */
export function titleOfProvider(provider: string): string {
  return titles.get(provider) ?? provider;
}

/** Returns whose account numbers a provider has; an unknown provider has ours. */
export function whoseNumbers(provider: string): 'OURS' | 'THEIRS' {
  const folder = providerFolders.find(({ name }) => name === provider);
  return folder?.capabilities.numbers?.whose ?? 'OURS';
}
