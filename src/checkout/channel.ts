import type { CheckoutChannel } from '../domain/ports/checkout-store.port.js';

const aliases: Readonly<Record<string, CheckoutChannel>> = {
  card: 'Card',
  bank: 'Bank',
  banktransfer: 'Bank',
  transfer: 'Bank',
};

/** The channel a caller means, in any case and by its common names; undefined when it is none. */
export function channelOf(name: unknown): CheckoutChannel | undefined {
  if (typeof name !== 'string' || name.length > 32) return undefined;
  const plain = name.toLowerCase().replace(/[ _-]/g, '');
  return Object.hasOwn(aliases, plain) ? aliases[plain] : undefined;
}
