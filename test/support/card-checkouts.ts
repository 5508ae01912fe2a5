import type { ApiClient, ApiReply, JsonBody } from './api-client.js';
import type { AnyWorld } from './api-world.js';

export interface CardCheckout {
  readonly reference: string;
  /** Completes with this token. */
  pay(token: string, headers?: Record<string, string>, by?: ApiClient): Promise<ApiReply>;
}

export interface SimulatedCharge {
  readonly charge_id: string;
  /** How often it was asked for. */
  readonly calls: number;
  readonly state: string;
}

/** A complete request by card, but for the token. */
export async function cardCompletion(
  world: AnyWorld,
  changes: JsonBody = {},
): Promise<JsonBody & { reference: string }> {
  const { reference, reply } = await world.initiated(changes);
  const { accessCode } = (await world.merchant.query(reference)).data;
  return {
    reference,
    paymentChannel: 'Card',
    amount: reply.data.amountPayableByChannel.Card,
    paymentReference: reference,
    accessCode,
  };
}

export async function cardCheckout(world: AnyWorld, changes: JsonBody = {}): Promise<CardCheckout> {
  const { reference, ...completion } = await cardCompletion(world, changes);
  return {
    reference,
    pay: (account, headers = {}, by = world.merchant) =>
      by.complete({ ...completion, account }, headers),
  };
}

/** What the acquirer has charged, or was asked to, for this checkout. */
export async function chargesOf(world: AnyWorld, reference: string): Promise<SimulatedCharge[]> {
  const attempts = await world.query<{ attempt_id: string }>(
    `select attempt_id from card_attempt a join checkout c using (checkout_id) where c.payment_reference = $1`,
    [reference],
  );
  const ids = new Set(attempts.map((row) => row.attempt_id));
  const { charges } = (await acquirer(world, 'GET', 'charges')) as { charges: SimulatedCharge[] };
  return charges.filter(({ charge_id }) => ids.has(charge_id));
}

/** The control API of the acquirer. */
export async function acquirer(
  { manilla }: AnyWorld,
  method: 'GET' | 'POST',
  path: string,
  body: object = {},
): Promise<unknown> {
  const reply = await fetch(`${manilla.simulatorUrl}/control/acquirer/${path}`, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
  return reply.json();
}
