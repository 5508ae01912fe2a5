import type { BankRail } from '../domain/bank-rail.port.js';
import type { CardRail } from '../domain/card-rail.port.js';
import type { KeySet } from '../platform/config/key-set.js';
import type { CreditConfirmation, NoticeReader, CreditNotice } from './notice.js';

/**
 * The description of a folder of src/providers. A provider has the halves that it names here, and no other: the
 * registry (registry.ts), the conformance suites (test/integration/providers/conformance) and `npx manilla providers`
 * follow it.
 */
export interface ProviderFolder {
  /** The name in paths, settings (`MANILLA_<NAME>_...`), prefixes and books. */
  readonly name: string;
  readonly title: string;
  /** The bank that the provider is; null: it is no bank, but stands between us and several. */
  readonly bank: {
    readonly name: string;
    readonly cbnCode: string;
    readonly nipCode: string;
  } | null;
  readonly capabilities: ProviderCapabilities;
  /** The settings that a person with a contract fills in, required and optional. */
  readonly settings: readonly ProviderSetting[];
  /** Null: it was tried against the provider itself. Else the sentence that says how it was made. */
  readonly untried: string | null;
  /** @throws SettingsFault with a sentence for each setting that is missing or wrong. */
  open(given: ProviderGiven): OpenProvider;
}

/**
 * How a notice proves that it is the provider's. STATIC and NONE prove nothing about its body, so the provider is asked
 * for the credit before it is booked.
 */
export type NoticeSignature = 'TIMED_HMAC' | 'BODY_HMAC' | 'FIELDS_HMAC' | 'STATIC' | 'NONE';

/** The abilities of a provider, half by half. Null: the provider does not have that half. */
export interface ProviderCapabilities {
  readonly inbound: {
    readonly signature: NoticeSignature;
    /** Whether the provider is asked about a credit before it is booked. */
    readonly confirmed: boolean;
    /** The field that identifies a credit. */
    readonly creditKey: string;
    /** How much the provider says about the payer. */
    readonly sender: 'WHOLE' | 'WITHOUT_BANK_CODE' | 'MASKED';
  } | null;
  readonly numbers: { readonly whose: 'OURS' | 'THEIRS'; readonly lasting: boolean } | null;
  readonly outward: {
    /** The alphabet and length of the reference that a transfer has from us. */
    readonly reference: RegExp;
    readonly bankCodes: 'NIP' | 'CBN' | 'ITS_OWN';
    /** Whether accounts of the bank itself are paid by another call. */
    readonly ownBankApart: boolean;
    /**
     * The thing that a transfer may wait for. CODE: somebody types it at our desk. APPROVAL: somebody approves it at
     * the provider's own page.
     */
    readonly waitsFor: 'NOTHING' | 'CODE' | 'APPROVAL';
  } | null;
  /** How money of a credit goes back. */
  readonly refunds: 'TRANSFER' | 'REFUND_CALL' | null;
  readonly statement: 'LINES' | 'FILE' | null;
  readonly cards: { readonly first: 'TOKEN' | 'PAGE' } | null;
}

export interface ProviderSetting {
  /** The name without the provider's prefix: URL is MANILLA_PROVIDUS_URL. */
  readonly name: string;
  readonly isSecret: boolean;
  /** Null: it must be set where banks are real. */
  readonly otherwise: string | null;
  readonly about: string;
}

export interface ProviderGiven {
  /** Its settings by their names, without the provider's prefix. */
  readonly values: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  /** Maximum number of connections to the provider. */
  readonly connections: number;
  /** Maximum number of calls in a second that each of its systems gets from this process. */
  readonly callsPerSecond: number;
  /** The keys from which the simulator's own keys are derived. */
  readonly hookKeys: KeySet;
  /**
   * The address of the test servers; null where money is real. With an address, settings that are missing are those of the
   * provider's test server.
   */
  readonly simulatorUrl: string | null;
}

/** A provider that can be spoken to. */
export interface OpenProvider {
  readonly bank: BankRail | null;
  readonly cards: CardRail | null;
  readonly notices: NoticeReader | null;
  /** Asks the provider about a credit that a notice told of. Null: its notices prove themselves. */
  readonly confirm: ((credit: CreditNotice) => Promise<CreditConfirmation>) | null;
  /** Harmless calls that show whether the provider can be worked with: `npx manilla providers check`. */
  readonly checks: readonly ProviderCheck[];
}

export interface ProviderCheck {
  readonly what: string;
  run(): Promise<CheckResult>;
}

/** UNKNOWN: this cannot be found out by asking. */
export interface CheckResult {
  readonly verdict: 'GOOD' | 'BAD' | 'UNKNOWN';
  readonly words: string;
}

/** `problems` has a sentence for each setting, never its value. */
export class SettingsFault extends Error {
  override readonly name = 'SettingsFault';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
