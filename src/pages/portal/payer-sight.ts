import { masked, maskedEmail, maskedName } from '../../domain/masking.js';
import { may } from '../../http/access/may.js';
import type { MoneyPorts } from './money-ports.js';
import type { PortalCall } from './portal-route.js';
import type { PortalViewer } from './portal-viewer.js';

/**
 * Tells whether the person sees payers' names, addresses and account numbers in full. Others see only their beginnings
 * and ends.
 */
export function seesPayers(viewer: Pick<PortalViewer, 'rights'>): boolean {
  return may(viewer, 'accounts:read');
}

const asShown = (mask: (text: string) => string) => (text: string | null, isSeen: boolean) =>
  text === null || isSeen ? text : mask(text);

export const nameFor = asShown(maskedName);
export const emailFor = asShown(maskedEmail);
/** Masks account numbers and phone numbers. */
export const numberFor = asShown(masked);

interface Names {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Of two names the first stays, so that a person can be told from others. */
export function maskedNames({ firstName, lastName }: Names): Names {
  if (lastName !== null) return { firstName, lastName: maskedName(lastName) };
  return { firstName: firstName && maskedName(firstName), lastName };
}

const masks: Readonly<Record<string, (text: string) => string>> = {
  ...{ email: maskedEmail, phoneNumber: masked, accountName: maskedName },
};

/** Shows the body of a webhook, which names the payer, as the viewer may see it. */
export function bodyFor(viewer: PortalViewer, json: string): string {
  if (seesPayers(viewer)) return json;
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => {
    // The text of a transfer often contains the payer's name.
    if (name === 'narration') return null;
    if (typeof value === 'string') return masks[name]?.(value) ?? value;
    const isCustomer = name === 'customer' && value !== null;
    return isCustomer ? { ...(value as Names), ...maskedNames(value as Names) } : value;
  });
}

/** Shows the sender of a payment as the viewer may see one. */
export function senderFor<Payment extends Sender>(viewer: PortalViewer, payment: Payment): Payment {
  const sees = seesPayers(viewer);
  return {
    ...payment,
    senderName: nameFor(payment.senderName, sees),
    senderAccount: numberFor(payment.senderAccount, sees),
  };
}

/** Shows where a refund goes as the viewer may see it. */
export function receiverFor<
  Refund extends { readonly destination: { readonly accountName: string | null } | null },
>(viewer: PortalViewer, refund: Refund): Refund {
  const { destination } = refund;
  if (destination === null) return refund;
  const accountName = nameFor(destination.accountName, seesPayers(viewer));
  return { ...refund, destination: { ...destination, accountName } };
}

/** Shows an account number as the viewer may see it: its name tells the customer's. */
export function ownerFor<Account extends { readonly accountName: string }>(
  viewer: PortalViewer,
  account: Account,
): Account {
  return seesPayers(viewer)
    ? account
    : { ...account, accountName: maskedName(account.accountName) };
}

/** Writes into the audit that the viewer is shown these senders' whole account numbers. */
export async function noteAccounts(
  { reads }: Pick<MoneyPorts, 'reads'>,
  { viewer, actor }: Pick<PortalCall, 'viewer' | 'actor'>,
  payments: readonly (Sender & { readonly transactionReference: string })[],
): Promise<void> {
  const shown = payments.filter(({ senderAccount }) => senderAccount !== null);
  if (!seesPayers(viewer) || shown.length === 0) return;
  const { merchantId } = viewer;
  await reads.note(actor, merchantId, {
    ...{ action: 'account.read', subjectKind: 'merchant', subject: merchantId },
    facts: { transactions: shown.map(({ transactionReference: reference }) => reference) },
  });
}

interface Sender {
  readonly senderName: string | null;
  readonly senderAccount: string | null;
}
