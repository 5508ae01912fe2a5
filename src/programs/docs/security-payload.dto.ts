import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { eventEnvelope } from '../../notify/webhooks/event-envelope.js';

const changes = [
  ...['KEY_CREATED', 'KEY_ROTATED', 'KEY_CLAIMED', 'KEY_CONFIRMED', 'KEY_REVOKED'],
  ...[
    'SCOPES_GRANTED',
    'LIMITS_CHANGED',
    'POLICIES_CHANGED',
    'CONTACTS_CHANGED',
    ...['WEBHOOK_ADDED', 'WEBHOOK_CHANGED', 'WEBHOOK_REMOVED'],
  ],
];

/** A change of the rights to act for a merchant. Fields that a change is not about are null. */
export const SecurityNotification = reply('SecurityNotification', {
  change: z.string().meta({
    description: 'What was changed. More may be added.',
    example: 'KEY_CREATED',
    'x-extensible-enum': changes,
  }),
  by: oneOf(
    ['OPERATOR', 'KEY', 'PERSON'],
    'OPERATOR: your operator. KEY: who holds one of your keys. PERSON: one of your people, at the portal.',
  ),
  clientId: text('Id of the key.', 'mid_c2FuZGJveC1tZXJjaGFudA').nullable(),
  name: text('What the key is called.', 'Web shop').nullable(),
  groups: listOf(text(), 'What the key may do.', ['reads', 'refunds']).nullable(),
  scopes: listOf(text(), 'What you are granted from now on.', ['refunds:destination']).nullable(),
  dailySettlementLimit: whole(
    'The most that may be paid out on demand in a day, in kobo.',
    200_000_000,
  ).nullable(),
  url: text(
    'Where your events go from now on, without its query.',
    'https://shop.example.ng/hooks',
  ).nullable(),
  changedAt: time('Time of the change.'),
});

export const WebhookSecurityPayload = reply('WebhookSecurityPayload', {
  ...eventEnvelope('security.changed'),
  data: SecurityNotification,
});
