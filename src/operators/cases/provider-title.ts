import { titleOfProvider } from '../../providers/registry.js';

/** A bank's or an acquirer's name for people; null: the case has none. */
export function providerTitle(name: string | null): string | null {
  return name && titleOfProvider(name);
}
