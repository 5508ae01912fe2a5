import type { Mutant } from './mutant.ts';

const dispatcher = 'test/integration/notify/delivery/dispatcher.test.ts';
const isolation = 'test/integration/notify/delivery/isolation.test.ts';
const deliveries = 'test/integration/notify/delivery/delivery.store.test.ts';
const guard = 'test/unit/notify/delivery/url-guard.test.ts';

/** Events and how they reach merchants: order, retries, signatures, and where nothing may be sent. */
export const notifications: readonly Mutant[] = [
  {
    name: 'paid-told-before-received',
    cost: 'A shop hears that an order is paid before it hears of any money.',
    file: 'src/notify/delivery/deliveries.sql',
    replace: `(d.status = 'PENDING' or d.lease_until < now()) and not waits_for_earlier(d.event_id, d.endpoint, p_claimant)`,
    by: `(d.status = 'PENDING' or d.lease_until < now())`,
    seenBy: {
      file: isolation,
      test: 'is not taken by another dispatcher while the earlier one is in its first attempt',
    },
  },
  {
    name: 'slow-endpoint-calls-engineers',
    cost: 'One shop whose endpoint hangs calls engineers, who find nothing to mend.',
    file: 'src/upkeep/reconciliation/sweep.sql',
    replace: `now() - interval '10 minutes' and not o.moves end`,
    by: `now() - interval '10 minutes' end`,
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/stalled-deliveries.test.ts',
      test: 'a delivery that nobody has tried for ten minutes is found',
    },
  },
  {
    name: 'revived-delivery-calls-engineers',
    cost: 'Each delivery that is taken up again after a night calls engineers.',
    file: 'src/upkeep/reconciliation/sweep.sql',
    replace: 'else o.attempts = 0 and o.created_at',
    by: 'else o.created_at',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/stalled-deliveries.test.ts',
      test: 'an old event that is sent again is no stalled delivery',
    },
  },
  {
    name: 'turns-for-nobody',
    cost: 'Two events of one order are sent at once, and arrive in any order.',
    file: 'src/notify/delivery/checkout-sequencer.ts',
    replace: `    waiting.push(item);
    return false;`,
    by: '    return true;',
    seenBy: {
      file: 'test/unit/notify/delivery/checkout-sequencer.test.ts',
      test: 'a later event of a checkout waits for the earlier one, other checkouts do not',
    },
  },
  {
    name: 'claimed-by-two-dispatchers',
    cost: 'Every event is sent by every worker there is.',
    file: 'src/notify/delivery/deliveries.sql',
    replace: `(d.status = 'PENDING' or d.lease_until < now())`,
    by: `(d.status in ('PENDING', 'DELIVERING') or d.lease_until < now())`,
    seenBy: { file: deliveries, test: 'is honoured until its lease is over' },
  },
  {
    name: 'arrived-taken-back',
    cost: 'A webhook that arrived is shown as failed, and sent again for three days.',
    file: 'src/notify/delivery/deliveries.sql',
    replace: `where d.delivery_id = g."deliveryId" and d.status <> 'DELIVERED';`,
    by: `where d.delivery_id = g."deliveryId";`,
    seenBy: { file: deliveries, test: 'do not take back what has arrived' },
  },
  {
    name: 'retries-that-nobody-makes',
    cost: 'A webhook that failed while Temporal was away is repeated a day later.',
    file: 'src/notify/delivery/dispatcher.ts',
    replace: 'verdict.status, dueInMs));',
    by: 'verdict.status, null));',
    seenBy: {
      file: dispatcher,
      test: 'makes the retries itself, by the schedule, while they cannot be handed on',
    },
  },
  {
    name: 'ladder-begun-anew',
    cost: 'While Temporal is away a dead endpoint is called every five seconds until its attempts are used up.',
    file: 'src/notify/delivery/attempt-verdict.ts',
    replace: 'retryDelayMs(attempt, Math.random(), retryAfterMs)',
    by: 'retryDelayMs(1, Math.random(), retryAfterMs)',
    seenBy: {
      file: dispatcher,
      test: 'makes the retries itself, by the schedule, while they cannot be handed on',
    },
  },
  {
    name: 'retry-that-never-came-forgotten',
    cost: 'A webhook whose workflow was ended by hand is never sent again.',
    file: 'src/notify/delivery/deliveries.sql',
    replace: `where status = 'RETRYING' and lease_until < now()`,
    by: `where status = 'RETRYING' and lease_until < now() - interval '2 hours'`,
    seenBy: {
      file: dispatcher,
      test: 'takes up a delivery whose retry never came, and only that one',
    },
  },
  {
    name: 'attempt-made-twice',
    cost: 'A worker that dies after sending sends the same attempt again.',
    file: 'src/notify/delivery/delivery-attempts.ts',
    replace: 'if (delivery.attempts >= attempt) {',
    by: 'if (delivery.attempts > attempt) {',
    seenBy: {
      file: 'test/integration/notify/delivery/delivery-attempts.test.ts',
      test: 'are not made again once written down, nor after the end',
    },
  },
  {
    name: 'dead-endpoint-keeps-all-slots',
    cost: "One merchant's dead endpoint delays the events of all others.",
    file: 'src/notify/delivery/endpoint-queues.ts',
    replace: 'return this.#isFailing(queue) ? this.#limits.slotsWhenFailing : this.#limits.slots;',
    by: 'return this.#isFailing(queue) ? this.#limits.slots : this.#limits.slots;',
    seenBy: {
      file: 'test/unit/notify/delivery/endpoint-queues.test.ts',
      test: 'narrow for a merchant whose sends keep failing, and widen with its first success',
    },
  },
  {
    name: 'endpoint-blamed-for-another-url',
    cost: 'A merchant that has mended its URL is given up for the failures of the old one.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: 'and t.endpoint = e.endpoint and t.url = e.url',
    by: 'and t.endpoint = e.endpoint',
    seenBy: {
      file: 'test/integration/notify/webhooks/endpoint-health.test.ts',
      test: 'is not blamed for what was not sent, nor for what another URL did',
    },
  },
  {
    name: 'event-that-nobody-asked-for',
    cost: 'A merchant that wants payments only is sent everything.',
    file: 'src/notify/events/events.sql',
    replace: `elsif each_one.events is null or p_type = any (each_one.events) or p_type = 'security.changed' then`,
    by: 'else',
    seenBy: {
      file: 'test/integration/notify/events/events.test.ts',
      test: 'is written only for the events the merchant asked for',
    },
  },
  {
    name: 'payer-account-in-the-open',
    cost: "Every webhook carries the payer's whole account number.",
    file: 'src/domain/texts.sql',
    replace: `select repeat('*', greatest(length(p_account) - 4, 0)) || right(p_account, 4)`,
    by: 'select p_account',
    seenBy: {
      file: 'test/integration/notify/events/events.test.ts',
      test: 'has every field of a paid checkout',
    },
  },
  {
    name: 'sequence-starts-at-its-end',
    cost: 'Two events of one order have one number, and a shop drops the second.',
    file: 'src/notify/events/events.sql',
    replace: 'coalesce(p_checkout.event_sequence, p_credit.event_sequence) - cardinality(p_types);',
    by: 'coalesce(p_checkout.event_sequence, p_credit.event_sequence);',
    seenBy: {
      file: 'test/integration/notify/events/events.test.ts',
      test: 'tells what is still to be paid after a part, and the rest with the top-up',
    },
  },
  {
    name: 'missed-event-replayed-though-it-arrived',
    cost: 'A replay sends again what has arrived, and shops ship twice.',
    file: 'src/notify/webhooks/redelivery.sql',
    replace: 'and (not job.only_failed or is_missed(v.event_id, job.endpoint))',
    by: 'and (not job.only_failed or true)',
    seenBy: {
      file: 'test/integration/notify/webhooks/replay.store.test.ts',
      test: 'in order, and nothing that arrived or is on its way',
    },
  },
  {
    name: 'what-is-behind-1000-is-not-missed',
    cost: 'A merchant who replayed 1,000 events is told that nothing is missed, and the rest never comes.',
    file: 'src/notify/webhooks/redelivery.sql',
    replace: '(select m.missed > 0 or m.more from',
    by: '(select m.missed > 0 from',
    seenBy: {
      file: 'test/integration/notify/webhooks/backlog.test.ts',
      test: 'gets a replay of what is behind those that were replayed already',
    },
  },
  {
    name: 'former-secret-does-not-sign',
    cost: 'After a rotation every webhook is refused until the shop has the new secret.',
    file: 'src/notify/delivery/signer.ts',
    replace: 'const v1 = [key, ...formerKeys].map(',
    by: 'const v1 = [key].map(',
    seenBy: {
      file: 'test/unit/notify/delivery/signer.test.ts',
      test: 'are made with every key that is alive, and the body’s alone with the oldest',
    },
  },
  {
    name: 'signature-without-its-time',
    cost: 'An old webhook may be replayed to a shop at any time.',
    file: 'src/notify/delivery/signer.ts',
    replace: 'const signed = `${id}.${timestamp}.${body}`;',
    by: 'const signed = `${id}.${body}`;',
    seenBy: {
      file: 'test/unit/notify/delivery/signer.test.ts',
      test: 'satisfy an independent Standard Webhooks verifier, for any body',
    },
  },
  {
    name: 'redirect-followed-into-the-network',
    cost: 'A merchant reads what a host of our network answers.',
    file: 'src/notify/delivery/sender.ts',
    replace: `if (status >= 300 && status < 400) return 'REDIRECT_REFUSED';`,
    by: 'if (status >= 300 && status < 400) return null;',
    seenBy: { file: 'test/unit/notify/delivery/sender.test.ts', test: 'follows no redirect' },
  },
  {
    name: 'one-public-address-is-enough',
    cost: 'A name with a public and a private address lets a merchant reach our network.',
    file: 'src/notify/delivery/url-guard.ts',
    replace: 'addresses.every(({ address }) => isPublicAddress(address))',
    by: 'addresses.some(({ address }) => isPublicAddress(address))',
    seenBy: { file: guard, test: 'one of its addresses is private' },
  },
  {
    name: 'mapped-loopback-is-public',
    cost: 'A webhook to an IPv6 address that carries 127.0.0.1 reaches our own programs.',
    file: 'src/notify/delivery/public-address.ts',
    replace: 'const parsed = ipaddr.process(plain);',
    by: `const parsed = ipaddr.process(plain.replace(/^::ffff:.*$/, '2606:2800::1'));`,
    seenBy: { file: guard, test: 'as not public' },
  },
  {
    name: 'name-that-changes-its-address',
    cost: 'A name that is public when it is checked and private when it is called reaches our network.',
    file: 'src/notify/delivery/guarded-connector.ts',
    replace: 'if (addresses === undefined) throw notPublic(target.hostname);',
    by: 'if (addresses === undefined) return dial(target.hostname, port, [...(await resolve(target.hostname))], () => true, deadline);',
    seenBy: { file: 'test/unit/notify/delivery/guarded-connector.test.ts', test: 'loopback' },
  },
  {
    name: 'patience-without-limit',
    cost: 'A receiver that asks for a year of patience is not told anything for a year.',
    file: 'src/domain/webhook-retry-schedule.ts',
    replace: 'Math.min(retryAfterMs ?? 0, maxRetryAfterMs)',
    by: 'retryAfterMs ?? 0',
    seenBy: {
      file: 'test/unit/notify/delivery/retry-schedule.test.ts',
      test: 'longer than an hour',
    },
  },
  {
    name: 'lease-shorter-than-the-schedule',
    cost: 'A webhook whose retry is due in a day is sent beside it every two hours.',
    file: 'src/domain/webhook-retry-schedule.ts',
    replace: 'Math.max(...retryDelaysMs)',
    by: 'Math.min(...retryDelaysMs)',
    seenBy: { file: deliveries, test: 'leave a retry the longest wait of the schedule' },
  },
  {
    name: 'claim-shorter-than-a-send',
    cost: 'A slow shop is sent the same event by two workers at once.',
    file: 'src/notify/delivery/dispatcher.ts',
    replace: 'minLeaseLeftMs: 16_000,',
    by: 'minLeaseLeftMs: 6_000,',
    seenBy: {
      file: 'test/unit/notify/delivery/dispatcher.test.ts',
      test: 'begins nothing that may outlast its claim',
    },
  },
  {
    name: 'backlog-becomes-workflows',
    cost: 'A shop whose server hangs for a day fills Temporal, and all payments wait.',
    file: 'src/notify/delivery/dispatcher.ts',
    replace: `outcome.failure !== 'ENDPOINT_BUSY' &&`,
    by: 'true &&',
    seenBy: {
      file: 'test/integration/notify/delivery/dispatcher.test.ts',
      test: 'keeps the backlog of an endpoint that does not answer',
    },
  },
  {
    name: 'payer-page-not-woken',
    cost: 'A shop that waits for the payment hears of it only when its waiting time is over.',
    file: 'src/platform/database/checkouts.sql',
    replace: 'if p_is_awaited then',
    by: 'if false then',
    seenBy: { file: 'test/integration/platform/database/notices.test.ts', test: 'when it is paid' },
  },
  {
    name: 'rotated-secret-signs-for-ever',
    cost: 'A secret that was rotated because it leaked goes on signing.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace:
      'where f.merchant_id = p_merchant_id and f.endpoint = p_endpoint and f.expires_at > now()',
    by: 'where f.merchant_id = p_merchant_id and f.endpoint = p_endpoint',
    seenBy: {
      file: 'test/integration/notify/webhooks/endpoint.store.test.ts',
      test: 'signs with a secret that was rotated until its time is over',
    },
  },
  {
    name: 'replayed-beside-its-redelivery',
    cost: 'An event that is on its way once more is replayed as well, and arrives twice.',
    file: 'src/notify/webhooks/redelivery.sql',
    replace: `(o.replay_id is not null or o.redelivery_of is not null)`,
    by: `o.replay_id is not null`,
    seenBy: {
      file: 'test/integration/notify/webhooks/replay.store.test.ts',
      test: 'leaves out what has failed and is on its way once more',
    },
  },
  {
    name: 'former-secrets-without-number',
    cost: 'A loop that rotates a secret makes every webhook megabytes long.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: ' or f.secret_version <= before.secret_version - 3)',
    by: ')',
    seenBy: {
      file: 'test/integration/notify/webhooks/endpoint.store.test.ts',
      test: 'signs with the three newest former secrets',
    },
  },
  {
    name: 'unreadable-secret-is-healthy',
    cost: 'Nobody hears that no event can be sent to an endpoint.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: `t.failure in ('SECRET_UNREADABLE', 'URL_REFUSED')`,
    by: `t.failure = 'URL_REFUSED'`,
    seenBy: {
      file: 'test/integration/notify/webhooks/endpoint-health.test.ts',
      test: 'fails when nothing can be sent to it',
    },
  },
];
