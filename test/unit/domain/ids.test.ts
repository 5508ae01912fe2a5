import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asId,
  type Id,
  checkoutWorkflowId,
  isId,
  parseCheckoutWorkflowId,
  parseWebhookWorkflowId,
  webhookWorkflowId,
} from '../../../src/domain/ids.js';

const ulid = '01KAJ3Y5T2QH7M8N9P0R1S2T3V';

describe('workflow ids', () => {
  it('name the merchant and the reference, readable in the Temporal UI', () => {
    expect(checkoutWorkflowId(`mch_${ulid}`, 'ORD-1001')).toBe(`checkout/mch_${ulid}/ORD-1001`);
    expect(webhookWorkflowId(`dlv_${ulid}`)).toBe(`webhook/dlv_${ulid}`);
  });

  it('are read back by their inverses', () => {
    const references = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{3,63}$/);
    fc.assert(
      fc.property(references, references, (merchantId, paymentReference) => {
        const id = checkoutWorkflowId(merchantId, paymentReference);
        expect(parseCheckoutWorkflowId(id)).toEqual({ merchantId, paymentReference });
        expect(parseWebhookWorkflowId(id)).toBeUndefined();
        expect(parseWebhookWorkflowId(webhookWorkflowId(merchantId))).toBe(merchantId);
      }),
    );
  });

  it('are not made from parts that would make two ids one', () => {
    expect(() => checkoutWorkflowId('a/b', 'c')).toThrow(RangeError);
    expect(() => checkoutWorkflowId('', 'c')).toThrow(RangeError);
    expect(() => webhookWorkflowId('')).toThrow(RangeError);
  });

  it.each(['checkout/a', 'checkout/a/b/c', 'webhook/a', 'credit/a/b', ''])(
    '"%s" is no checkout',
    (id) => {
      expect(parseCheckoutWorkflowId(id)).toBeUndefined();
    },
  );
});

describe('ids', () => {
  it('are a prefix and a ULID', () => {
    expect(isId('chk', `chk_${ulid}`)).toBe(true);
    expect(isId('txn', `chk_${ulid}`)).toBe(false);
    expect(isId('chk', `chk_${ulid.slice(1)}`)).toBe(false);
    expect(isId('chk', `chk_${ulid.replace('T', 'U')}`)).toBe(false);
    expect(isId('chk', ulid)).toBe(false);
  });

  it('of one kind stand in no place of another', () => {
    const account = asId('va', 'va_1');
    // @ts-expect-error a checkout's id is asked for
    const checkout: Id<'chk'> = account;
    expect(checkout).toBe('va_1');
    expect(() => asId('chk', account)).toThrow(RangeError);
  });
});
