import type pg from 'pg';
import { query } from '../platform/database/database.js';
import { titleOfProvider } from './registry.js';

const named = {
  name: 'named_providers',
  text: 'select distinct on (b.provider) b.provider, b.bank_name as name from number_prefix b order by b.provider, b.prefix',
};
const keptMs = 10_000;

/** The name of a bank or acquirer for people, by its code. */
export type NameOfProvider = (provider: string) => string;

/** Names of banks, as their prefixes have them; they are read again after ten seconds. */
export class PgProviderNames {
  #kept: { readonly at: number; readonly names: Promise<ReadonlyMap<string, string>> } | undefined;

  constructor(private readonly pool: pg.Pool) {}

  async read(): Promise<NameOfProvider> {
    const now = performance.now();
    if (this.#kept === undefined || now - this.#kept.at > keptMs) {
      this.#kept = { at: now, names: this.#names() };
    }
    const kept = this.#kept;
    try {
      const names = await kept.names;
      return (provider) => names.get(provider) ?? titleOfProvider(provider);
    } catch (error) {
      if (this.#kept === kept) this.#kept = undefined;
      throw error;
    }
  }

  async #names(): Promise<ReadonlyMap<string, string>> {
    const rows = await query<{ provider: string; name: string }>(this.pool, named, []);
    return new Map(rows.map(({ provider, name }) => [provider, name]));
  }
}
