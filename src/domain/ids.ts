import type { FindingCase } from './finding-kinds.js';

/** Ids that people and other systems see. An id is its kind's prefix, an underscore and a ULID. */

export const idPrefixes = {
  chk: 'checkout',
  txn: 'transaction: one credit that was received',
  va: 'virtual account',
  rfd: 'refund',
  att: 'card attempt',
  dsp: 'dispute',
  dsa: 'answer to a dispute',
  fil: 'file for a dispute',
  stl: 'settlement',
  pay: 'payout: one transfer of a settlement',
  sta: 'settlement account',
  evt: 'event',
  msg: 'message to a person',
  dlv: 'webhook delivery',
  rpl: 'replay of webhooks',
  mch: 'merchant',
  lnk: 'payment link',
  opr: 'operator',
  otk: 'token of an operator',
  ose: 'session of an operator',
  inv: 'invitation of an operator',
  psn: 'one of a merchant’s people',
  pse: 'session of a person',
  pky: 'passkey of a person',
  rol: 'role that a merchant has made',
  rfp: 'refund that one of a merchant’s people wishes and another confirms',
  jnp: 'journal that an operator proposes',
  ern: 'what an operator wishes done and another confirms',
  mcp: 'change of a merchant that an operator proposes',
} as const;
export type IdPrefix = keyof typeof idPrefixes;

/** An id of one kind, such as `Id<'chk'>`: an id of another kind, or any other text, does not compile in its place. */
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;

/**
 * Narrows a text that may be an id of several kinds to an id of this kind. Throws RangeError when it is of another
 * kind.
 */
export function asId<Prefix extends IdPrefix>(prefix: Prefix, text: string): Id<Prefix> {
  if (!text.startsWith(`${prefix}_`)) throw new RangeError(`"${text}" is no ${prefix} id`);
  return text as Id<Prefix>;
}

/** Tells whether `text` is a well-formed id of this kind. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) &&
    /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text.slice(prefix.length + 1))
  );
}

/** The pattern of this kind of id, for a request's rules. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`);
}

export interface CheckoutKey {
  readonly merchantId: string;
  readonly paymentReference: string;
}

/**
 * The id is readable in the Temporal UI. Throws RangeError when a part is empty or holds a "/", which would make two
 * ids one.
 */
export function checkoutWorkflowId(merchantId: string, paymentReference: string): string {
  return `checkout/${part(merchantId)}/${part(paymentReference)}`;
}

/** The inverse of `checkoutWorkflowId`; undefined for another kind of workflow. */
export function parseCheckoutWorkflowId(workflowId: string): CheckoutKey | undefined {
  const match = /^checkout\/([^/]+)\/([^/]+)$/.exec(workflowId);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { merchantId: match[1], paymentReference: match[2] };
}

export function webhookWorkflowId(deliveryId: string): string {
  return `webhook/${part(deliveryId)}`;
}

export function replayWorkflowId(replayId: string): string {
  return `replay/${part(replayId)}`;
}

export function creditWorkflowId(creditId: string): string {
  return `credit/${part(creditId)}`;
}

export function disputeAnswerWorkflowId(answerId: string): string {
  return `dispute-answer/${part(answerId)}`;
}

export function refundWorkflowId(refundId: string): string {
  return `refund/${part(refundId)}`;
}

/** The fields that distinguish the settlements of a merchant: the merchant's reference, or the cut-off of the run. */
export interface SettlementKey {
  readonly merchantId: string;
  readonly currency: string;
  readonly settlementReference: string;
  /** Null: on demand. */
  readonly run: { readonly cycle: 'DAILY' | 'INSTANT'; readonly cutOff: Date } | null;
}

/** The workflow id of a settlement's payouts. A cut-off holds a "+", which no reference does, so the two never collide. */
export function payoutWorkflowId(key: SettlementKey): string {
  const { merchantId, currency, settlementReference, run } = key;
  const last = run === null ? settlementReference : cutOffName(run);
  return `payout/${part(merchantId)}/${part(currency)}/${part(last)}`;
}

/**
 * Names a cut-off by Lagos time, which is UTC+1 all year: by the day for a daily run, by the moment for another one.
 */
function cutOffName({ cycle, cutOff }: NonNullable<SettlementKey['run']>): string {
  const local = new Date(cutOff.getTime() + 3_600_000).toISOString();
  return `${cycle === 'DAILY' ? local.slice(0, 10) : local.replace(/(\.000)?Z$/, '')}+01:00`;
}

/** The case of one finding, or (subject null) of all findings of its kind. A subject may hold a "/": it comes last. */
export function findingWorkflowId({ kind, subject }: FindingCase): string {
  return subject === null ? `finding/${part(kind)}` : `finding/${part(kind)}/${subject}`;
}

/** The task queue of all calls to one bank or acquirer. */
export function railQueue(provider: string): string {
  return `rail/${part(provider)}`;
}

/** The inverse of `webhookWorkflowId`: the delivery's id, or undefined for another kind of workflow. */
export function parseWebhookWorkflowId(workflowId: string): string | undefined {
  return /^webhook\/([^/]+)$/.exec(workflowId)?.[1];
}

function part(text: string): string {
  if (text === '' || text.includes('/'))
    throw new RangeError(`"${text}" cannot be part of a workflow id`);
  return text;
}
