import type { BankRail } from '../domain/bank-rail.port.js';
import type { CardRail } from '../domain/card-rail.port.js';
import type { Config } from '../platform/config/config.js';
import { providerPrefix } from '../platform/config/provider-values.js';
import { RefusesToStart } from '../platform/config/refuses-to-start.js';
import {
  type OpenProvider,
  type ProviderFolder,
  type ProviderGiven,
  SettingsFault,
} from './contract.js';
import { connectionsTo, limitOf } from './rail-limits.js';
import { meteredBank, meteredCards, meteredConfirm } from './rail-metrics.js';
import { providerFolders } from './registry.js';
import { present, RenewedProvider } from './renewed-provider.js';

export type ProviderConfig = Pick<
  Config,
  'rails' | 'hookKeys' | 'simulatorUrl' | 'railTimeoutMs' | 'railLimits' | 'providers'
>;

export interface ProviderOptions {
  readonly now?: () => number;
  /** A pino logger fits. */
  readonly log?: { warn(details: object, message: string): void };
}

export interface OpenProviders {
  readonly all: ReadonlyMap<string, OpenProvider>;
  /** Every bank that can send money, keyed by its `number_prefix.provider`. */
  readonly banks: ReadonlyMap<string, BankRail>;
  /** Every acquirer, keyed by its name in the path of its hooks. */
  readonly cards: ReadonlyMap<string, CardRail>;
}

/**
 * Opens the providers that the configuration names; connections are made when they are needed.
 *
 * @throws RefusesToStart with a sentence for each setting that is missing: a bank that is half configured takes no money.
 */
export function openProviders(
  config: ProviderConfig,
  { now = Date.now, log }: ProviderOptions = {},
): OpenProviders {
  const problems: string[] = [];
  const all = new Map<string, OpenProvider>();
  for (const name of namesIn(config)) {
    const folder = providerFolders.find((each) => each.name === name);
    if (folder === undefined) {
      const known = providerFolders.map((each) => each.name).join(', ');
      problems.push(`MANILLA_PROVIDERS: there is no provider "${name}", only ${known}`);
      continue;
    }
    try {
      const refused = (wrong: readonly string[]): void =>
        log?.warn(
          { provider: name, problems: wrong },
          'changed settings of a provider cannot be used; those before stay',
        );
      const values = () => config.providers.valuesNow(name);
      const metered = {
        ...folder,
        open: (given: ProviderGiven) => meteredConfirm(name, folder.open(given)),
      };
      const given = givenTo(config, folder);
      all.set(name, new RenewedProvider(metered, given, { values, now, refused }));
    } catch (error) {
      if (!(error instanceof SettingsFault)) throw error;
      problems.push(...error.problems.map((problem) => `${providerPrefix(name)}${problem}`));
    }
  }
  if (problems.length > 0) {
    throw new RefusesToStart(
      `The providers cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
  return { all, ...railsOf(all) };
}

function railsOf(all: ReadonlyMap<string, OpenProvider>): Omit<OpenProviders, 'all'> {
  const open = [...all.values()];
  const banks = open.flatMap((each) =>
    each.bank === null ? [] : [meteredBank(present(() => each.bank ?? gone()))],
  );
  const cards = open.flatMap((each) =>
    each.cards === null ? [] : [meteredCards(present(() => each.cards ?? gone()))],
  );
  return {
    banks: new Map(banks.map((rail) => [rail.provider, rail])),
    cards: new Map(cards.map((rail) => [rail.provider, rail])),
  };
}

/**
 * Never called: a provider that is opened anew has the same halves, because a folder has them whatever its settings are
 * (test/integration/providers/conformance).
 */
function gone(): never {
  throw new Error('a provider has lost a half');
}

/**
 * Returns the names of the providers to open. The simulator is always among them where it stands for banks, so that
 * cards and tests have something to speak to.
 */
function namesIn({ rails, providers }: Pick<ProviderConfig, 'rails' | 'providers'>): string[] {
  const named = providers.names.filter((name) => name !== 'simulator');
  return rails === 'simulator' ? ['simulator', ...named] : named;
}

function givenTo(config: ProviderConfig, folder: ProviderFolder): ProviderGiven {
  return {
    values: config.providers.valuesOf(folder.name),
    timeoutMs: config.railTimeoutMs,
    connections: connectionsTo(config, folder.name),
    callsPerSecond: limitOf(config, folder.name).callsPerSecond,
    hookKeys: config.hookKeys,
    simulatorUrl: config.rails === 'simulator' ? config.simulatorUrl : null,
  };
}
