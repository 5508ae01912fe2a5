import {
  type OpenProvider,
  type ProviderFolder,
  type ProviderGiven,
  SettingsFault,
} from './contract.js';

/** Files of secrets are looked at when the provider is used, and no more often than this. */
export const renewalMs = 10_000;

export interface Renewal {
  /** The provider's settings as they are now: those that lie in files are read again. */
  readonly values: () => ReadonlyMap<string, string>;
  readonly now: () => number;
  /** Called with sentences that name what is wrong, never a value. The former settings stay in use. */
  readonly refused: (problems: readonly string[]) => void;
}

/**
 * A provider whose keys change without a restart. When a file of its settings has changed, the folder is opened anew.
 * Calls under way end with the settings that they began with. Settings that cannot be used change nothing.
 */
export class RenewedProvider implements OpenProvider {
  #values: ReadonlyMap<string, string>;
  #open: OpenProvider;
  #lookedAtMs: number;

  /** @throws SettingsFault when the first settings cannot be used */
  constructor(
    private readonly folder: ProviderFolder,
    private readonly given: ProviderGiven,
    private readonly renewal: Renewal,
  ) {
    this.#values = given.values;
    this.#open = folder.open(given);
    this.#lookedAtMs = renewal.now();
  }

  get bank() {
    return this.#now().bank;
  }

  get cards() {
    return this.#now().cards;
  }

  get notices() {
    return this.#now().notices;
  }

  get confirm() {
    return this.#now().confirm;
  }

  get checks() {
    return this.#now().checks;
  }

  #now(): OpenProvider {
    const nowMs = this.renewal.now();
    if (nowMs - this.#lookedAtMs < renewalMs) return this.#open;
    this.#lookedAtMs = nowMs;
    const values = this.renewal.values();
    if (isSame(values, this.#values)) return this.#open;
    // A fault is reported once for each change, and not at each look.
    this.#values = values;
    try {
      this.#open = this.folder.open({ ...this.given, values });
    } catch (error) {
      // A notice must not be lost because a file has a fault, so the former settings stay in use.
      this.renewal.refused(
        error instanceof SettingsFault ? error.problems : ['it cannot be opened with them'],
      );
    }
    return this.#open;
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

/** An object that always has the methods and members of the present one, so that a caller may keep it. */
export function present<Target extends object>(of: () => Target): Target {
  return new Proxy(of(), {
    get: (_first, name) => {
      const value: unknown = Reflect.get(of(), name);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        const target = of();
        return Reflect.apply(Reflect.get(target, name) as () => unknown, target, given);
      };
    },
  });
}
