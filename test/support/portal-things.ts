import { randomBytes, randomUUID } from 'node:crypto';
import { newId } from '../../src/platform/database/new-id.js';
import { hiddenIn, type SeenPage } from './desk-visitor.js';
import { disputedSale } from './disputed-sale.js';
import { bookDue } from './due-merchant.js';
import type { PortalVisitor, PortalWorld } from './portal-world.js';

/** One of each thing that the portal's addresses and forms name, by the name that `portalAsks` gives it. */
export type PortalThings = Readonly<Record<string, string>>;

const bankCode = '000013';
export const payerEmail = 'amaka.payer@example.ng';

/** Gives the world's merchant one of each thing. `owner` has joined long enough ago to do all of it. */
export async function portalThings(
  world: PortalWorld,
  owner: PortalVisitor,
  hookUrl: string,
): Promise<PortalThings> {
  const { api } = world;
  const once = () => randomBytes(16).toString('base64url');
  async function sent(path: string, fields: Record<string, string> = {}): Promise<SeenPage> {
    const reply = await owner.send(path, { once: once(), ...fields });
    if (reply.status !== 303) throw new Error(`${path} was refused: ${reply.text}`);
    return owner.see(reply.location ?? '');
  }
  const found = ({ html }: SeenPage, pattern: RegExp): string => {
    const id = pattern.exec(html)?.[1];
    if (id === undefined) throw new Error(`the page has no ${pattern.source}`);
    return id;
  };

  const payer = { firstName: 'Amaka', lastName: 'Payer', email: payerEmail };
  const transfer = { narration: 'SHIRTS FROM AMAKA PAYER' };
  const paid = await api.paid(payer, transfer);
  await api.paid(payer, transfer);
  const open = await api.awaitingPayment(payer);
  const evidenceDueAt = new Date(Date.now() + 50 * 3_600_000).toISOString();
  const { disputeId } = await disputedSale(api.merchant, api.manilla.simulatorUrl, {
    evidenceDueAt,
  });
  const { data } = await api.merchant.query(paid.reference);
  const credit = String(data.transaction.transactionReference);
  const refundReference = `R-${paid.reference}`;
  await api.merchant.refund(credit, { refundReference, amount: 10_000, reason: 'Sold out' });

  // Each merchant counts its own endpoints from one: only the third is a number that another one does not have.
  let endpoint = '';
  for (const name of ['one', 'two', 'three']) {
    const added = await sent('/developers/webhooks', { url: `${hookUrl}?${name}`, all: 'yes' });
    endpoint = found(added, /\/developers\/webhooks\/(\d+)\/rotate/);
  }
  await sent(`/developers/webhooks/${endpoint}/test`);
  const link = await owner.send('/links', { once: once(), description: 'Shirts', amount: '5,000' });
  await sent('/accounts', {
    ...{ reference: `CUS-${randomUUID()}`, prefix: api.prefix, accountName: 'Amaka Payer' },
    ...{ email: payerEmail, phoneNumber: '08031234567', identityKind: 'bvn' },
    identity: '22123456789',
  });
  await bookDue((sql, values) => api.query(sql, values), world.merchantId, 90_000_000);
  const settlement = await owner.send('/settlements/pay', { once: once(), amount: '5,000' });
  if (settlement.status !== 303) throw new Error(`nothing was paid out: ${settlement.text}`);
  await sent('/settlements/accounts/by-two', { wanted: 'yes' });
  const account = { accountNumber: '3123456789', bankCode };
  const accountProposal = found(
    await sent('/settlements/accounts', account),
    /proposals\/(acp_\w+)\/withdraw/,
  );
  await owner.send('/refunds/rule', { over: '0', asks: 'TWO' });
  const asked = { transaction: credit, amount: '100', reason: 'Late', check: '1' };
  const form = await owner.see(`/refunds/new?${new URLSearchParams(asked).toString()}`);
  const names = ['transaction', 'amountMinor', 'reason', 'refundReference'];
  const fields = Object.fromEntries(names.map((name) => [name, hiddenIn(form.html, name)]));
  await sent('/refunds', fields);
  await sent('/views', { page: 'PAYMENTS', name: 'Mine', query: 'status=SUCCESSFUL' });

  const member = await world.person({ role: 'viewer', name: 'Amaka Viewer' });
  await sent('/team/roles', { name: 'Till', rights: 'checkout:read' });
  const passkeyId = newId('pky');
  await api.query(
    `insert into person_passkey (passkey_id, person_id, credential_id, public_key, counter, label)
       values ($1, $2, $3, '\\x00', 0, 'Phone')`,
    [passkeyId, owner.personId, once()],
  );
  const [row] = await api.query<Record<string, string>>(
    `select (select session_id from person_session where person_id = $2) as "sessionId",
            (select role_id from merchant_role where merchant_id = $1 and name = 'Till') as "roleId",
            (select d.delivery_id from webhook_delivery d join event v using (event_id)
              where d.merchant_id = $1 and v.type = 'checkout.successful' limit 1) as "deliveryId",
            (select account_number from static_account a join virtual_account v using (virtual_account_id)
              where a.merchant_id = $1 limit 1) as "accountNumber",
            (select settlement_account_id from settlement_account where merchant_id = $1 and status = 'ACTIVE' limit 1) as "accountId",
            (select k.client_id from merchant_key k where k.merchant_id = $1 limit 1) as "clientId"`,
    [world.merchantId, owner.personId],
  );
  return {
    ...row,
    ...{ personId: member.personId, passkeyId, endpoint, credit, refundReference, disputeId },
    ...{ accountProposal, refundProposal: fields['refundReference'] ?? '' },
    ...{ reference: paid.reference, openReference: open.reference },
    openAccount: open.accountNumber,
    linkId: lastOf(link.location),
    settlement: lastOf(settlement.location),
    email: payerEmail,
    prefix: api.prefix,
  };
}

/** The last part of an address. */
const lastOf = (location: string | null): string =>
  decodeURIComponent(location?.split('?')[0]?.split('/').at(-1) ?? '');
