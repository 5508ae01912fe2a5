import type { Mutant } from './mutant.ts';

const links = 'test/integration/payments/links/payment-link.store.test.ts';
const sdkClient = 'test/unit/sdk/client.test.ts';

/** Two steps of payment-links.sql, in their order. */
const readsRival = `    if link_usage = 'ONCE' then
      select c.* into rival from checkout c
       where c.payment_link_id = p_payment_link_id and is_open_status(status_by_clock(c))
       order by c.created_at desc, c.checkout_id desc limit 1;
    end if;
`;
const readsStatus = `    select l.status into link_status from payment_link_read l where l.payment_link_id = p_payment_link_id;
`;

/** What a shop's developer meets: the SDK, links and the dialog. */
export const shopDevelopers: readonly Mutant[] = [
  {
    name: 'key-of-another-call',
    cost: 'A shop repeats a refund under the key of another one, and it looks refused.',
    file: 'sdk/src/client.ts',
    replace: 'error.underKey(idempotencyKey)',
    by: 'Object.assign(error, { idempotencyKey })',
    seenBy: { file: sdkClient, test: 'has its own key also when others wait' },
  },
  {
    name: 'call-under-way-is-a-conflict',
    cost: 'A shop takes a charge that is still being made for one that was refused.',
    file: 'sdk/src/errors.ts',
    replace: `  if (reason === 'REQUEST_IN_FLIGHT') return UnavailableError;\n`,
    by: '',
    seenBy: { file: sdkClient, test: 'is not known yet when the same request is still under way' },
  },
  {
    name: 'problem-refused-by-the-frame',
    cost: 'A payer in the shop’s dialog sees an empty frame when no account number comes.',
    file: 'src/pages/payer/pay-routes.ts',
    replace: '  policy.permit(reply, null, embedOriginsOf(record));\n',
    by: '',
    seenBy: {
      file: 'test/unit/pages/payer/pay-routes.test.ts',
      test: 'a press in a dialog of the shop is answered in the dialog',
    },
  },
  {
    name: 'link-that-ends-itself',
    cost: 'A printed QR code leads nowhere after one wrong choice in a form.',
    file: 'src/payments/links/payment-link.store.ts',
    replace: `'ONCE' in (l.usage, $7)`,
    by: `'ONCE' in (l.usage)`,
    seenBy: { file: links, test: 'that was paid does not become one for one payment' },
  },
  {
    name: 'first-answers-kept',
    cost: 'A school books the fees for another pupil than the parent has written at last.',
    file: 'src/payments/links/payment-links.sql',
    replace: `    perform change_order(rival.merchant_id, rival.payment_reference, null, null, null, p_asked.metadata);\n`,
    by: '',
    seenBy: { file: links, test: 'keeps the answers that its payer has corrected' },
  },
  {
    name: 'link-paid-between-two-looks',
    cost: 'Two customers pay an order that is there once, when the second comes in the moment of the payment.',
    file: 'src/payments/links/payment-links.sql',
    replace: readsRival + readsStatus,
    by: readsStatus + readsRival,
    seenBy: { file: links, test: 'is not begun anew while it is being paid' },
  },
  {
    name: 'secret-without-padding',
    cost: 'A shop in Python, Go or C# refuses every webhook.',
    file: 'src/notify/delivery/webhook-secret.ts',
    replace: 'return isPadded && ',
    by: 'return ',
    seenBy: { file: 'test/unit/platform/keys/secret-seal.test.ts', test: 'is acceptable' },
  },
  {
    name: 'pause-beyond-the-wait',
    cost: 'A wait of seconds for a payment takes as long as the engine asks others to wait.',
    file: 'sdk/src/checkouts.ts',
    replace: 'Math.min(pauseMs(error, failures), leftMs)',
    by: 'pauseMs(error, failures)',
    seenBy: { file: 'test/unit/sdk/checkouts.test.ts', test: 'covers the pauses after failures' },
  },
];
