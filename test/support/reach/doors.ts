import { keyGroupNames, scopesOf } from '../../../src/http/access/scopes.js';
import { asksForPartner } from '../../../src/domain/four-eyes.js';
import {
  accountTakesTwo,
  grantTakesTwo,
  limitTakesTwo,
} from '../../../src/domain/merchant-changes.js';
import { sensitiveCases } from './decisions.js';

/** What takes two people, whatever the door. */
export const takesTwo = [
  'a second person',
  'money of a case for somebody of one’s choice',
  'the books changed by hand',
  'a refund as the merchant',
  'a refund to an account of one’s choice',
  'a merchant paid to an account of one’s choice',
  'a payout as the merchant',
  'no limit of what leaves in a day',
] as const;

export interface Door {
  readonly name: string;
  /** All of these, such as `may keys:write` or `scope refunds:write`. */
  readonly needs: readonly string[];
  readonly gives: readonly string[];
}

const seen = scopesOf(['refunds:destination', 'transactions:pii'], keyGroupNames, false);
/** Of a key whose secret an operator, or who plays the merchant, knows. */
const aKeyThatWasSeen = seen.map((scope) => `scope ${scope}`);
const money = takesTwo.filter((each) => each !== 'a second person');
const two = ['a second person'];
const caseMoney = sensitiveCases.every(asksForPartner)
  ? []
  : ['money of a case for somebody of one’s choice'];
const ops = '/ops/v1/merchants/{merchantId}';

interface Effect {
  readonly gives?: readonly string[];
  /** Besides the permission or the scope. */
  readonly needs?: readonly string[];
}

/** What each door gives that leads further. Every other door that changes something is named in `harmless`. */
export const effects: Readonly<Record<string, Effect>> = {
  // Whoever is let in counts as who has let them in: test/integration/operators/people/two-people.test.ts.
  'POST /ops/v1/operators': { gives: ['a puppet'] },
  'POST /ops/v1/operators/{operatorId}/role': { gives: ['a puppet'] },
  'POST /ops/v1/operators/{operatorId}/enable': { gives: ['a puppet'] },
  'POST /ops/v1/operators/{operatorId}/reset-second-factor': { gives: ['a puppet'] },
  'POST /ops/v1/tokens': { gives: ['a machine'] },
  'POST /ops/v1/operators/{operatorId}/vouch': { needs: two, gives: two },
  'POST /ops/v1/cases/{number}/decisions': { gives: caseMoney },
  'POST /ops/v1/decisions': { gives: caseMoney },
  'POST /ops/v1/cases/{number}/confirm': { needs: two, gives: money },
  'POST /ops/v1/journals/{proposalId}/confirm': { needs: two, gives: money },
  'POST /ops/v1/merchant-proposals/{proposalId}/confirm': { needs: two, gives: money },
  [`PUT ${ops}/grants`]: {
    gives: grantTakesTwo([], ['refunds:destination']) ? [] : ['scope refunds:destination'],
  },
  [`PUT ${ops}/limits`]: {
    gives:
      limitTakesTwo(1n, 2n) && limitTakesTwo(1n, null) ? [] : ['no limit of what leaves in a day'],
  },
  [`POST ${ops}/settlement-accounts`]: {
    gives:
      accountTakesTwo(0, false) && accountTakesTwo(100, true)
        ? []
        : ['a merchant paid to an account of one’s choice'],
  },
  [`POST ${ops}/keys`]: { gives: aKeyThatWasSeen },
  [`POST ${ops}/keys/{clientId}/rotate`]: { gives: aKeyThatWasSeen },
  // With a secret that was seen: the new one is CLAIMED, and a second operator confirms it.
  'POST /api/v1/keys/{clientId}/rotate': { gives: aKeyThatWasSeen },
  'POST /api/v1/transactions/{reference}/refund': { gives: ['a refund as the merchant'] },
  'POST /api/v1/refunds/{refundReference}/destination': {
    gives: ['a refund to an account of one’s choice'],
  },
  'POST /api/v1/settlement/accounts': { gives: ['a merchant paid to an account of one’s choice'] },
  'POST /api/v1/settlement/accounts/{settlementAccountId}/default': {
    gives: ['a merchant paid to an account of one’s choice'],
  },
  'POST /api/v1/settlement/merchant-settlement': { gives: ['a payout as the merchant'] },
};

/** Doors that change something and lead nowhere. A new one is put here, or above, by hand. */
export const harmless: readonly string[] = [
  ...['POST /ops/v1/me/password', 'POST /ops/v1/me/prove'],
  ...['POST /ops/v1/operators/{operatorId}/disable'],
  ...['POST /ops/v1/sessions/{sessionId}/end', 'POST /ops/v1/tokens/{tokenId}/end'],
  ...['POST /ops/v1/cases/{number}/withdraw', 'POST /ops/v1/cases/{number}/notes'],
  ...['PUT /ops/v1/cases/{number}/assignee', 'PUT /ops/v1/cases/{number}/snooze'],
  'POST /ops/v1/payers/erase',
  // Proposes only.
  ...['POST /ops/v1/journals', 'POST /ops/v1/journals/{proposalId}/withdraw'],
  `POST ${ops}/settlement-accounts/{settlementAccountId}/default`,
  'POST /ops/v1/merchant-proposals/{proposalId}/withdraw',
  // The last account only: no other takes its place.
  `DELETE ${ops}/settlement-accounts/{settlementAccountId}`,
  ...['POST /ops/v1/merchants', `PATCH ${ops}`, `POST ${ops}/activate`, `POST ${ops}/suspend`],
  ...[`POST ${ops}/reinstate`, `POST ${ops}/close`, `PUT ${ops}/policies`, `PUT ${ops}/channels`],
  ...[`PUT ${ops}/prefixes/{prefix}`, `POST ${ops}/fee-plans`, `POST ${ops}/fee-plans/withdraw`],
  ...[`PUT ${ops}/settlement-settings`, 'POST /ops/v1/fee-plans', 'POST /ops/v1/prefixes'],
  // The merchant hears of it where it heard before.
  // The first owner, at an address that has been a contact's for a day. Contacts are told, and accounts that an owner changes wait for a day.
  `POST ${ops}/people/owner`,
  ...[`PUT ${ops}/webhook`, `POST ${ops}/webhook/test`, `POST ${ops}/keys/{clientId}/revoke`],
  // With groups of its maker only, and never by a secret that was seen (test/edge/keys.test.ts).
  'POST /api/v1/keys',
  ...['POST /api/v1/keys/{clientId}/revoke', 'PUT /api/v1/merchant/checkout-page'],
  ...['PUT /api/v1/merchant/checkout-page/logo', 'DELETE /api/v1/merchant/checkout-page/logo'],
  ...['POST /api/v1/checkout/initiate', 'POST /api/v1/checkout/create-account'],
  ...['POST /api/v1/checkout/complete-checkout', 'POST /api/v1/checkout/{paymentReference}/cancel'],
  'PATCH /api/v1/checkout/{paymentReference}',
  ...['POST /api/v1/sandbox/inward-credit'],
  'POST /api/v1/sandbox/checkouts/{paymentReference}/clock',
  ...['POST /api/v1/disputes/{disputeId}/accept', 'POST /api/v1/disputes/{disputeId}/evidence'],
  'POST /api/v1/disputes/{disputeId}/files',
  ...['POST /api/v1/payment-links', 'POST /api/v1/payment-links/{paymentLinkId}/deactivate'],
  'PUT /api/v1/payment-links/{paymentLinkId}',
  ...['PUT', 'DELETE'].map((method) => `${method} /api/v1/payment-links/{paymentLinkId}/picture`),
  ...['PUT /api/v1/merchant/policies', 'PUT /api/v1/merchant/settlement-settings'],
  // The money stays where it is: what people are told of it, where a copy goes.
  ...['PUT /api/v1/merchant/messages', `PUT ${ops}/messages`],
  ...['POST /ops/v1/messages/{messageId}/send-again', 'POST /ops/v1/messages/{messageId}/lift'],
  ...['DELETE /api/v1/settlement/accounts/{settlementAccountId}'],
  'POST /api/v1/sandbox/settlement-run',
  'POST /api/v1/virtual-account/validate-virtual-account',
  ...['POST /api/v1/virtual-account/dynamic', 'POST /api/v1/virtual-account/static'],
  'PATCH /api/v1/virtual-account/{accountNumber}',
  ...['close', 'reinstate', 'suspend'].map(
    (what) => `POST /api/v1/virtual-account/{accountNumber}/${what}`,
  ),
  'POST /api/v1/webhooks/deliveries/{deliveryId}/redeliver',
  // The merchant hears of one more, and of one less, at the others.
  ...['PUT', 'DELETE'].map((method) => `${method} /api/v1/webhooks/endpoints/{endpoint}`),
  ...['', '/{endpoint}/test', '/{endpoint}/rotate-secret', '/{endpoint}/deliver-waiting'].map(
    (what) => `POST /api/v1/webhooks/endpoints${what}`,
  ),
  ...['notification-url', 'replay', 'rotate-secret', 'test'].map(
    (what) => `POST /api/v1/webhooks/${what}`,
  ),
];

/** Every door of operators (by permission) and of merchants (by scope), with what it gives. */
export function doorsOf(
  ofOperators: readonly { readonly name: string; readonly needs: string }[],
  ofMerchants: Readonly<Record<string, string>>,
): Door[] {
  const door = (name: string, needed: string): Door => {
    const { needs = [], gives = [] } = effects[name] ?? {};
    return { name, needs: [needed, ...needs], gives };
  };
  return [
    ...ofOperators.map(({ name, needs }) => door(name, `may ${needs}`)),
    ...Object.entries(ofMerchants).map(([name, scope]) => door(name, `scope ${scope}`)),
  ];
}
