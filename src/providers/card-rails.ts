import type { Config } from '../platform/config/config.js';
import type { CardRail } from '../domain/card-rail.port.js';
import { type RailConfig, simulatorPost } from './rail-config.js';
import { meteredCards } from './rail-metrics.js';
import { SimulatorCardRail } from './simulator/card.adapter.js';

/** The acquirer that new card payments go to; undefined when there is none. */
export function newChargesProvider({ rails }: Pick<Config, 'rails'>) {
  return rails === 'simulator' ? 'simulator-acquirer' : undefined;
}

/**
 * Returns the page on which the acquirer asks a payer for a card: Manilla never sees its number. The payer comes back
 * to the address with `?card=` and the card's token. Undefined when there is no acquirer.
 */
export function cardPageOf({
  rails,
  simulatorUrl,
}: Pick<Config, 'rails' | 'simulatorUrl'>): ((returnUrl: string) => string) | undefined {
  if (rails !== 'simulator') return undefined;
  return (returnUrl) => `${simulatorUrl}/acquirer/cards?returnUrl=${encodeURIComponent(returnUrl)}`;
}

/** Every acquirer, by the name that its hooks have in their path. */
export function createCardRails(config: RailConfig): ReadonlyMap<string, CardRail> {
  // Simulated money must not be taken for real.
  const rails = config.rails === 'simulator' ? [simulatorRail(config)] : [];
  return new Map(rails.map((rail) => [rail.provider, meteredCards(rail)]));
}

function simulatorRail(config: RailConfig): CardRail {
  return new SimulatorCardRail(simulatorPost(config, 'simulator-acquirer'));
}
