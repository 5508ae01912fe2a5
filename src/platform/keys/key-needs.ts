import type { KeyPurpose } from '../config/key-set.js';
import type { ProgramKeyUse } from './key-holders.store.js';

/**
 * How long a key of tokens is needed after it has written last. Access tokens live an hour; the rest is for clocks that
 * differ.
 */
const tokenMs = 3_600_000 + 60_000;
/** How long a key of hooks is needed after its last use. A bank that has not signed with it for so long has another. */
const hookSilenceMs = 15 * 60_000;

export interface NeedPorts {
  /** Secrets of merchants' keys that were hashed with this pepper. */
  secretsOf(pepperKid: string): Promise<number>;
  /** Secrets at rest that were sealed with this key. */
  sealedWith(kid: string): Promise<number>;
  /** Workflows, open or kept, that began before then. */
  workflowsBefore(time: Date): Promise<number>;
}

/** Finds out whether anybody still needs a key that no longer writes. Returns the reason in words; null: nobody does. */
type Need = (ports: NeedPorts, use: ProgramKeyUse, now: Date) => Promise<string | null>;

const needs: Readonly<Record<KeyPurpose, Need>> = {
  tokens: (_ports, { writtenUntil }, now) => {
    const end = new Date((writtenUntil?.getTime() ?? 0) + tokenMs);
    return Promise.resolve(end > now ? `tokens of it are valid until ${end.toISOString()}` : null);
  },
  codec: async (ports, { writtenUntil }) => {
    if (writtenUntil === null) return null;
    const count = await ports.workflowsBefore(writtenUntil);
    return count === 0 ? null : `${count} histories may be encrypted with it`;
  },
  seal: async (ports, { kid }) => {
    const count = await ports.sealedWith(kid);
    return count === 0 ? null : `${count} secrets are sealed with it`;
  },
  pepper: async (ports, { kid }) => {
    const count = await ports.secretsOf(kid);
    return count === 0 ? null : `${count} secrets of merchants were not used since it was replaced`;
  },
  hooks: (_ports, { writtenUntil, readUntil }, now) => {
    const last = Math.max(writtenUntil?.getTime() ?? 0, readUntil?.getTime() ?? 0);
    const end = new Date(last + hookSilenceMs);
    const words = `it was used until ${new Date(last).toISOString()}; a bank may still sign with it`;
    return Promise.resolve(end > now ? words : null);
  },
};

/** Returns the reason that a key which is not the first may not be retired yet; null: nothing needs it. */
export function needOf(ports: NeedPorts, use: ProgramKeyUse, now: Date): Promise<string | null> {
  return needs[use.purpose as KeyPurpose](ports, use, now);
}
