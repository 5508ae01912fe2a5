import type { Mutant } from './mutant.ts';

const sums = 'test/integration/reports/sums/sums.test.ts';
const keys = 'test/integration/http/access/live-keys.test.ts';
const several = 'test/integration/notify/webhooks/several-endpoints.test.ts';
const changes = 'test/integration/payments/checkouts/changes.test.ts';
const columns = 'test/unit/http/list-columns.test.ts';
const updates = 'test/integration/reports/transactions/transaction-changes.test.ts';

/** What a stranger tries first: the other side of each bound, the second endpoint, letters in another case, nought. */
export const strangers: readonly Mutant[] = [
  {
    name: 'orders-of-a-day-in-utc',
    cost: 'Orders of the first hour of a Lagos day are counted on the day before, beside payments of the right day.',
    file: 'src/reports/sums/sums.sql',
    replace: `'lagos_date(c.created_at)::text'`,
    by: `'c.created_at::date::text'`,
    seenBy: { file: sums, test: 'tell the days of Lagos apart at midnight' },
  },
  {
    name: 'exceptions-of-a-day-in-utc',
    cost: 'A payment that did not fit is counted on another day than its money.',
    file: 'src/reports/sums/sums.sql',
    replace: `'lagos_date(n.received_at)::text'`,
    by: `'n.received_at::date::text'`,
    seenBy: { file: sums, test: 'tell the days of Lagos apart at midnight' },
  },
  {
    name: 'exception-of-midnight-on-both-days',
    cost: 'A payment that did not fit and came at midnight is counted in both periods.',
    file: 'src/reports/sums/sums.sql',
    replace: 'n.received_at < $3',
    by: 'n.received_at <= $3',
    seenBy: { file: sums, test: 'tell the days of Lagos apart at midnight' },
  },
  {
    name: 'chargeback-of-no-channel',
    cost: 'What a bank takes back is missing in the sums of its channel and its provider.',
    file: 'src/reports/sums/sums.sql',
    replace: 'coalesce(r.credit_id, d.credit_id) end$q$',
    by: 'r.credit_id end$q$',
    seenBy: { file: sums, test: 'put a refund and a chargeback to the channel' },
  },
  {
    name: 'kept-hour-counted-twice',
    cost: 'The hour in which the kept sums end is in the total twice.',
    file: 'src/reports/sums/sums.sql',
    replace: 'k.hour >= $5 and k.hour < $6',
    by: 'k.hour >= $5 and k.hour <= $6',
    seenBy: {
      file: 'test/integration/reports/sums/kept-sums.test.ts',
      test: 'are those that are added up anew',
    },
  },
  {
    name: 'key-may-not-end-with-its-maker',
    cost: 'A key that is to end at the same moment as its maker is refused.',
    file: 'src/merchants/keys/keys.sql',
    replace: `when coalesce(p_asked.expires_at, 'infinity') > maker.expires_at then`,
    by: `when coalesce(p_asked.expires_at, 'infinity') >= maker.expires_at then`,
    seenBy: { file: keys, test: 'ends no later than its maker' },
  },
  {
    name: 'key-told-of-a-network-too-many',
    cost: 'A key that is used from everywhere sends one mail more than it may.',
    file: 'src/merchants/keys/keys.sql',
    replace: 'if known < 20 then',
    by: 'if known <= 20 then',
    seenBy: {
      file: 'test/integration/notify/messages/contacts.test.ts',
      test: 'that may be used from some networks only, or comes from everywhere',
    },
  },
  {
    name: 'other-endpoint-loses-its-former-secret',
    cost: 'A new secret of one endpoint breaks the signatures of another whose receiver has not changed over yet.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: 'f.merchant_id = p_merchant_id and f.endpoint = p_endpoint;',
    by: 'f.merchant_id = p_merchant_id;',
    seenBy: { file: several, test: 'have secrets of their own' },
  },
  {
    name: 'rotation-ends-the-other-endpoint',
    cost: 'To rotate one secret without overlap ends the overlap of another endpoint.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: 'f.merchant_id = p_merchant_id and f.endpoint = p_endpoint\n     and (p_overlap_ms',
    by: 'f.merchant_id = p_merchant_id\n     and (p_overlap_ms',
    seenBy: { file: several, test: 'have secrets of their own' },
  },
  {
    name: 'removal-silences-the-former-url',
    cost: 'Whoever moves an endpoint and removes it at once keeps the word of the move from the former URL.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: ` and d.status = 'PENDING' and d.pinned_url is null`,
    by: ` and d.status = 'PENDING'`,
    seenBy: { file: several, test: 'is told at its former URL' },
  },
  {
    name: 'basic-in-small-letters',
    cost: 'A client that writes the scheme as `basic` gets no token.',
    file: 'src/http/access/oauth-request.ts',
    replace: '={0,2})$/i.exec(authorization)',
    by: '={0,2})$/.exec(authorization)',
    seenBy: { file: 'test/unit/http/access/oauth-request.test.ts', test: 'the scheme in any case' },
  },
  {
    name: 'charset-in-large-letters',
    cost: 'Clients that send `charset=UTF-8`, as those of Python and Java do, get no token.',
    file: 'src/http/access/oauth-routes.ts',
    replace: `charset.toLowerCase() !== 'utf-8'`,
    by: `charset !== 'utf-8'`,
    seenBy: { file: 'test/edge/oauth.test.ts', test: 'takes the form in any letters' },
  },
  {
    name: 'nothing-is-an-empty-cell',
    cost: 'An amount of ₦0.00 is an empty cell: an order without a fee looks like one whose fee is not known.',
    file: 'src/http/list-columns.ts',
    replace: 'if (amount === null || amount === undefined)',
    by: 'if (!amount)',
    seenBy: { file: columns, test: 'nought' },
  },
  {
    name: 'count-of-nothing-is-an-empty-cell',
    cost: 'A number of 0 is an empty cell.',
    file: 'src/http/list-columns.ts',
    replace: `String(of(item) ?? '')`,
    by: `String(of(item) || '')`,
    seenBy: { file: columns, test: 'nought' },
  },
  {
    name: 'two-thousand-in-a-large-letter',
    cost: 'Whoever types ₦2K is shown payments of two million.',
    file: 'src/domain/search-terms.ts',
    replace: `step.toLowerCase() === 'k'`,
    by: `step === 'k'`,
    seenBy: { file: 'test/unit/domain/search-terms.test.ts', test: 'is looked for as it is meant' },
  },
  {
    name: 'change-of-this-very-moment-missed',
    cost: 'Whoever goes on from the last change that was seen misses what changed in the same moment.',
    file: 'src/reports/transactions/transaction-query.ts',
    replace: 's.updated_at >= ${place}::timestamptz',
    by: 's.updated_at > ${place}::timestamptz',
    seenBy: { file: updates, test: 'from both sides' },
  },
  {
    name: 'change-of-a-day-later-missed',
    cost: 'A payment that changed some minutes less than a day after it came is in no nightly check.',
    file: 'src/reports/transactions/transaction-query.ts',
    replace: `::timestamptz - interval '24 hours'`,
    by: `::timestamptz - interval '23 hours'`,
    seenBy: { file: updates, test: 'nearly a day after it came' },
  },
  {
    name: 'refund-changed-at-the-end-of-both',
    cost: 'A refund that changed at midnight is in the files of both days.',
    file: 'src/payouts/refunds/refund.store.ts',
    replace: 'r.updated_at < $11',
    by: 'r.updated_at <= $11',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-list.test.ts',
      test: 'by what has changed, from both sides',
    },
  },
  {
    name: 'dispute-changed-in-this-moment-missed',
    cost: 'A dispute that changed in the very moment from which it is asked for is missed.',
    file: 'src/payments/disputes/dispute.store.ts',
    replace: 'd.updated_at >= $10',
    by: 'd.updated_at > $10',
    seenBy: {
      file: 'test/integration/payments/disputes/dispute.store.test.ts',
      test: 'by what has changed, from both sides',
    },
  },
  {
    name: 'changed-order-asks-too-little',
    cost: 'A payer who bears the fee is asked the new amount without it, and the order stays unpaid.',
    file: 'src/payments/checkouts/changes.sql',
    replace:
      'set amount_minor = due_minor(changed, (select b.channel from number_prefix b where b.prefix = v.prefix))',
    by: 'set amount_minor = changed.amount_minor',
    seenBy: { file: changes, test: 'asks the fee of the new amount' },
  },
  {
    name: 'changed-order-keeps-who-bears-the-fee',
    cost: 'The fee of the new amount is taken of the payer and of the merchant.',
    file: 'src/payments/checkouts/changes.sql',
    replace: `    changed.fee_bearer := p_charges ->> 'feeBearer';\n`,
    by: '',
    seenBy: { file: changes, test: 'asks the fee of the new amount' },
  },
];
