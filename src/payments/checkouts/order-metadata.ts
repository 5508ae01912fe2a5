import { z } from 'zod';

/** Wherever an order is shown. */
export const orderMetadata = z.record(z.string(), z.string()).meta({
  description: 'Your notes, as you sent them to initiate.',
  example: { cart: 'c-1' },
});
