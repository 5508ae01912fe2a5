import type { FigureSql } from './figure.js';

/** The rows of the last hour. Ids begin with the time, so the index of the primary key finds these rows. */
const paymentsOfTheHour = `inward_credit k where k.credit_id >= id_since('txn_', now() - interval '1 hour')`;

/** Figures about how the business goes, and about problems that nobody may overlook. */
export const businessFigures: Readonly<Record<string, FigureSql>> = {
  manilla_payments_hour: {
    help: 'Payments that came within the last hour, by how they fitted, channel and provider.',
    labels: ['outcome', 'channel', 'provider'],
    text: `select coalesce(k.outcome, 'RECEIVED') as outcome, k.channel, k.provider, count(*) as value from ${paymentsOfTheHour} group by 1, 2, 3`,
  },
  manilla_payments_hour_minor: {
    help: 'What they amount to, in minor units.',
    labels: ['outcome', 'channel', 'provider'],
    text: `select coalesce(k.outcome, 'RECEIVED') as outcome, k.channel, k.provider, sum(k.amount_minor) as value from ${paymentsOfTheHour} group by 1, 2, 3`,
  },
  manilla_fees_hour_minor: {
    help: 'Fees with VAT on the payments of the last hour, in minor units, by channel and provider.',
    labels: ['channel', 'provider'],
    text: `select k.channel, k.provider, coalesce(sum(k.fee_minor + k.vat_minor), 0) as value from ${paymentsOfTheHour} group by 1, 2`,
  },
  manilla_orders_hour: {
    help: 'Orders that were begun within the last hour, by status.',
    labels: ['status'],
    text: `select c.status, count(*) as value from checkout c where c.checkout_id >= id_since('chk_', now() - interval '1 hour') group by 1`,
  },
  manilla_refunds_hour_minor: {
    help: 'Refunds that were ordered within the last hour, in minor units.',
    labels: [],
    text: `select coalesce(sum(r.amount_minor), 0) as value from refund r where r.refund_id >= id_since('rfd_', now() - interval '1 hour')`,
  },
  manilla_disputes_hour: {
    help: 'Disputes that were opened within the last hour.',
    labels: [],
    text: `select count(*) as value from dispute d where d.dispute_id >= id_since('dsp_', now() - interval '1 hour')`,
  },
  manilla_last_payment_timestamp_seconds: {
    help: 'When the last payment came, in seconds since 1970.',
    labels: [],
    text: 'select extract(epoch from k.received_at) as value from (select received_at from inward_credit order by credit_id desc limit 1) k',
  },
  manilla_charges_unknown: {
    help: 'Cards of which nobody has known for a minute whether they were charged.',
    labels: [],
    text: `select count(*) as value from card_attempt a
            where is_open_attempt(a.status) and a.status in ('PROCESSING', 'UNKNOWN') and a.created_at < now() - interval '1 minute'`,
  },
  manilla_disputes_unanswered: {
    help: 'Disputes that end within a day and have no answer of their merchant.',
    labels: [],
    text: `select count(*) as value from dispute d
            where d.status = 'OPENED' and d.evidence_due_at between now() and now() + interval '1 day'
              and not exists (select from dispute_answer a where a.dispute_id = d.dispute_id and a.status <> 'REFUSED')`,
  },
  manilla_endpoint_failing_waiting: {
    help: 'Events that wait for a merchant whose endpoint has failed for ten minutes: the twenty with the most, important merchants first.',
    labels: ['merchant_id', 'important'],
    text: `select e.merchant_id, m.is_important::text as important, count(*) as value
             from webhook_endpoint e
             join merchant m on m.merchant_id = e.merchant_id
             join webhook_delivery d on d.merchant_id = e.merchant_id and d.endpoint = e.endpoint and d.status = 'RETRYING'
            where e.status = 'ACTIVE' and e.failing_since < now() - interval '10 minutes'
            group by e.merchant_id, m.is_important order by m.is_important desc, count(*) desc limit 20`,
  },
};
