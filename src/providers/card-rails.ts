import type { Config } from '../platform/config/config.js';

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
  simulatorPublicUrl,
}: Pick<Config, 'rails' | 'simulatorUrl' | 'simulatorPublicUrl'>):
  | ((returnUrl: string) => string)
  | undefined {
  if (rails !== 'simulator') return undefined;
  const origin = simulatorPublicUrl ?? simulatorUrl;
  return (returnUrl) => `${origin}/acquirer/cards?returnUrl=${encodeURIComponent(returnUrl)}`;
}

/** The schemes of the cards that the acquirer takes, for the page to name. The simulator's cards are all of one. */
export function cardSchemesOf({ rails }: Pick<Config, 'rails'>): readonly string[] {
  return rails === 'simulator' ? ['Visa'] : [];
}
