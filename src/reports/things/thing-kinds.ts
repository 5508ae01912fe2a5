import type { IdPrefix } from '../../domain/ids.js';
import type { Permission } from '../../operators/people/permissions.js';

/** The kinds of things that have a page of their own, besides orders and cases. */
export const thingKinds = [
  'TRANSACTION',
  'REFUND',
  'SETTLEMENT',
  'DISPUTE',
  'ACCOUNT',
  'DELIVERY',
  'MERCHANT',
  'JOURNAL',
] as const;
export type ThingKind = (typeof thingKinds)[number];

/** The folder of each kind's pages, the prefix of its ids (null: ids are numbers), and the permission to see it. */
export const pagesOfThings: Readonly<
  Record<
    ThingKind,
    { readonly folder: string; readonly prefix: IdPrefix | null; readonly permission: Permission }
  >
> = {
  TRANSACTION: { folder: 'transactions', prefix: 'txn', permission: 'payments:read' },
  REFUND: { folder: 'refunds', prefix: 'rfd', permission: 'payments:read' },
  SETTLEMENT: { folder: 'settlements', prefix: 'stl', permission: 'payments:read' },
  DISPUTE: { folder: 'disputes', prefix: 'dsp', permission: 'payments:read' },
  ACCOUNT: { folder: 'accounts', prefix: 'va', permission: 'payments:read' },
  DELIVERY: { folder: 'deliveries', prefix: 'dlv', permission: 'payments:read' },
  MERCHANT: { folder: 'merchants', prefix: 'mch', permission: 'merchants:read' },
  JOURNAL: { folder: 'ledger', prefix: null, permission: 'journals:read' },
};

/** Returns the page of the desk that shows the thing. */
export function pageOfThing(kind: ThingKind, id: string): string {
  return `/desk/${pagesOfThings[kind].folder}/${id}`;
}

/** Returns the page of the thing with this id, found by the prefix of the id. Undefined when there is none. */
export function pageOfId(id: string): string | undefined {
  const kind = thingKinds.find((each) => id.startsWith(`${pagesOfThings[each].prefix}_`));
  return kind === undefined ? undefined : pageOfThing(kind, id);
}
