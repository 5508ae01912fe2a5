import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyFor } from '../../../../src/pages/portal/payer-sight.js';
import { viewerOf } from '../../../../src/pages/portal/portal-viewer.js';
import { WebhookCollectionPayload } from '../../../../src/programs/docs/collection-payload.dto.js';

const viewer = (role: string) =>
  viewerOf({ role, roleRights: null, grantedScopes: [] } as never, 'sandbox');
const payer = 'Amaka Payer';

/** A value of this type with the payer's name wherever a text stands. */
function filled(type: z.ZodType): unknown {
  if (type instanceof z.ZodNullable) return filled(type.unwrap() as z.ZodType);
  if (type instanceof z.ZodArray) return [filled(type.element as z.ZodType)];
  if (type instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(type.shape).map(([name, field]) => [name, filled(field as z.ZodType)]),
    );
  return type instanceof z.ZodString ? payer : null;
}

/** Where the payer's name stands whole. */
function named(value: unknown, path: string): string[] {
  if (value === payer) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => named(each, `${path}.${name}`));
}

describe('the body of a webhook', () => {
  const body = filled(WebhookCollectionPayload);
  const seenBy = (role: string) =>
    named(JSON.parse(bodyFor(viewer(role), JSON.stringify(body))) as unknown, '');

  it('is shown to the owner as it was sent', () => {
    expect(bodyFor(viewer('owner'), JSON.stringify(body))).toBe(JSON.stringify(body));
  });

  it('shows a developer only texts that a payer has no part in', () => {
    expect(seenBy('developer')).toEqual([
      ...['.id', '.apiVersion', '.merchantId', '.type'],
      ...['.data.transactionReference', '.data.paymentReference', '.data.checkoutId'],
      ...['.data.statusReason', '.data.currency'],
      '.data.transactions.0.transactionReference',
      '.data.sessionId',
      ...['accountNumber', 'bankCode', 'bankName', 'prefix', 'reference'].map(
        (name) => `.data.virtualAccount.${name}`,
      ),
      // Its account number is masked before it is sent.
      ...['accountNumber', 'bankCode', 'bankName'].map((name) => `.data.source.${name}`),
      ...['.data.card.brand', '.data.card.last4'],
      // Of two names the first stays.
      '.data.customer.firstName',
      ...['.data.responseCode', '.data.responseMessage', '.data.policyApplied'],
      ...['.data.refund.reference', '.data.refund.cause'],
      ...['.data.dispute.reference', '.data.dispute.answer.failure'],
    ]);
  });
});
