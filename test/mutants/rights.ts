import type { Mutant } from './mutant.ts';

const tokens = 'test/unit/http/access/access-tokens.test.ts';
const links = 'test/integration/payments/links/payment-link.store.test.ts';
const keys = 'test/integration/http/idempotency.store.test.ts';

/** Who may do what: tokens, scopes, tenants, hooks, access codes, and requests that are made again. */
export const rights: readonly Mutant[] = [
  {
    name: 'token-of-the-other-environment',
    cost: 'A sandbox token moves real money.',
    file: 'src/http/access/access-tokens.ts',
    replace: `if (payload['env'] !== environment) return 'TOKEN_INVALID';`,
    by: '',
    seenBy: { file: tokens, test: 'the other environment' },
  },
  {
    name: 'token-that-never-ends',
    cost: 'A stolen token that was used once is good for ever.',
    file: 'src/http/access/access-tokens.ts',
    replace: `return known.validUntil > Date.now() ? known : 'TOKEN_EXPIRED';`,
    by: 'return known;',
    seenBy: { file: tokens, test: 'that is known from memory is over at the same time' },
  },
  {
    name: 'token-for-another-api',
    cost: 'A token made for another service of the same issuer is taken here.',
    file: 'src/http/access/access-tokens.ts',
    replace: `        audience: audienceOf(baseUrl),
        clockTolerance`,
    by: '        clockTolerance',
    seenBy: { file: tokens, test: 'another audience' },
  },
  {
    name: 'secret-of-another-pepper',
    cost: 'Secrets that were made worthless by a new pepper are taken again.',
    file: 'src/http/access/client-credentials.ts',
    replace: 'if (equal && secret.pepperKid === kid)',
    by: 'if (equal)',
    seenBy: {
      file: 'test/unit/http/access/client-credentials.test.ts',
      test: 'refuses a wrong secret, an unknown client and another pepper',
    },
  },
  {
    name: 'revoked-token-taken',
    cost: 'A merchant revokes its stolen tokens, and the thief goes on.',
    file: 'src/http/access/token.guard.ts',
    replace: 'merchant === undefined || merchant.tokenVersion !== claims.tokenVersion',
    by: 'merchant === undefined',
    seenBy: {
      file: 'test/edge/authenticate.test.ts',
      test: 'refuses, within five seconds, the tokens of a merchant whose tokens were revoked',
    },
  },
  {
    name: 'guesses-without-end',
    cost: 'Whoever has time finds a client secret by trying.',
    file: 'src/http/access/authenticate.service.ts',
    replace: 'this.#refuseGuessing(client, network);',
    by: '',
    seenBy: {
      file: 'test/edge/authenticate.test.ts',
      test: 'slows down whoever guesses, and leaves others alone',
    },
  },
  {
    name: 'payer-accounts-for-everybody',
    cost: 'Every merchant reads the whole account numbers of payers.',
    file: 'src/http/access/scopes.ts',
    replace: '!isGrantable(right) || granted.includes(right)',
    by: 'right !== undefined || granted.includes(right)',
    seenBy: {
      file: 'test/unit/http/access/scopes.test.ts',
      test: 'a token carries every scope but those that must be granted',
    },
  },
  {
    name: 'hook-of-tomorrow',
    cost: 'A stolen hook that is dated ahead may be replayed for years.',
    file: 'src/providers/hook-signature.ts',
    replace: 'Math.abs(nowMs / 1_000 - Number(hook.timestamp))',
    by: '(nowMs / 1_000 - Number(hook.timestamp))',
    seenBy: {
      file: 'test/unit/providers/hook-signature.test.ts',
      test: 'holds for five minutes to either side and not a second longer',
    },
  },
  {
    name: 'hook-signed-without-its-time',
    cost: 'An old hook is sent again with a new time, and a payment is booked that never came.',
    file: 'src/providers/hook-signature.ts',
    replace: "createHmac('sha256', key).update(`${timestamp}.`).update(body)",
    by: "createHmac('sha256', key).update(body)",
    seenBy: {
      file: 'test/unit/providers/hook-signature.test.ts',
      test: 'is the hex HMAC-SHA-256 of timestamp, full stop and body',
    },
  },
  {
    name: 'recall-that-nobody-signed',
    cost: 'Anybody takes back what a merchant was paid.',
    file: 'src/payments/credits/hook-signature.guard.ts',
    replace: '!isHookGenuine(keys, { timestamp, signature, body }, Date.now())',
    by: 'Date.now() === 0',
    seenBy: {
      file: 'test/edge/provider-hooks.test.ts',
      test: 'refuses one that the bank has not signed',
    },
  },
  {
    name: 'key-of-another-request',
    cost: 'A second order under a used Idempotency-Key is answered as the first, and never made.',
    file: 'src/http/requests.sql',
    replace: 'elsif known.fingerprint <> p_fingerprint then',
    by: 'elsif false then',
    seenBy: { file: keys, test: 'answers what was stored, and refuses another request' },
  },
  {
    name: 'key-on-another-path',
    cost: 'A cancel under the key of its initiate is answered as done, and the order stays open.',
    file: 'src/http/idempotent-replies.ts',
    replace: '.update(`${method} ${url}\\n${canonicalJson(body ?? null, identityKey)}`)',
    by: '.update(`${method}\\n${canonicalJson(body ?? null, identityKey)}`)',
    seenBy: {
      file: 'test/edge/idempotency.test.ts',
      test: 'is refused with another body, or on another path',
    },
  },
  {
    name: 'key-taken-by-many',
    cost: 'The same request at the same moment is carried out twice.',
    file: 'src/http/requests.sql',
    replace: 'elsif known.lease_until > clock_timestamp() then',
    by: 'elsif false then',
    seenBy: { file: keys, test: 'is taken by one of many who come at once' },
  },
  {
    name: 'answer-of-a-lost-lease',
    cost: 'A request that lost its lease overwrites what the one after it was answered.',
    file: 'src/http/idempotency.store.ts',
    replace: `update idempotent_request set http_status = $4, body_sealed = $5
          where caller = $1 and key = $2 and attempt = $3 and http_status is null`,
    by: `update idempotent_request set http_status = $4, body_sealed = $5
          where caller = $1 and key = $2 and $3 <> '' and http_status is null`,
    seenBy: {
      file: keys,
      test: 'goes to the next after its lease, and the first may store nothing then',
    },
  },
  {
    name: 'reply-of-another-key',
    cost: 'A key that may not rotate another is told the secret that a mightier key has made.',
    file: 'src/http/idempotency.interceptor.ts',
    replace: 'note.clientId ?? note.operator?.doorId',
    by: 'note.merchantId ?? note.operator?.doorId',
    seenBy: {
      file: 'test/edge/desk/key-attacks.test.ts',
      test: 'is rotated beside its former secret, but not by a key that may do less',
    },
  },
  {
    name: 'secret-kept-in-a-reply',
    cost: 'A secret that is shown once lies in the database, and is told again for 30 days.',
    file: 'src/http/idempotent-replies.ts',
    replace: 'JSON.stringify(withoutSecrets(body))',
    by: 'JSON.stringify(body)',
    seenBy: {
      file: 'test/integration/http/idempotent-replies.test.ts',
      test: 'shows its clientSecret once, and keeps it nowhere',
    },
  },
  {
    name: 'access-code-of-another-checkout',
    cost: 'The code of one order tells of every other order of its merchant.',
    file: 'src/payments/checkouts/access-codes.ts',
    replace: 'update(`access-code\\n${merchantId}\\n${checkoutId}`)',
    by: 'update(`access-code\\n${merchantId}`)',
    seenBy: {
      file: 'test/unit/payments/checkouts/access-codes.test.ts',
      test: 'accepts no code of another merchant, checkout or key, and no other text',
    },
  },
  {
    name: 'access-code-never-locked',
    cost: 'An access code may be searched for without end.',
    file: 'src/payments/checkouts/complete.service.ts',
    replace: '    if (badCodeTries >= maxBadCodes) throw lockedOut();\n',
    by: '',
    seenBy: {
      file: 'test/edge/complete-checkout.test.ts',
      test: 'answers to no code any more after ten wrong ones',
    },
  },
  {
    name: 'account-of-another-merchant-changed',
    cost: "A merchant closes another merchant's account while its payer types the number.",
    file: 'src/payments/accounts/dynamic-accounts.sql',
    replace: 'if account.merchant_id is distinct from p_merchant_id then',
    by: 'if account.merchant_id is null then',
    seenBy: {
      file: 'test/integration/payments/accounts/dynamic-account.store.test.ts',
      test: 'of another merchant’s is refused as that of nobody’s',
    },
  },
  {
    name: 'statement-of-another-merchant',
    cost: "A merchant reads another merchant's statement by its reference.",
    file: 'src/payouts/statements/statements.sql',
    replace: 'where s.merchant_id = p_merchant_id and s.settlement_reference = p_reference',
    by: 'where s.settlement_reference = p_reference',
    seenBy: {
      file: 'test/integration/payouts/statements/statement.store.test.ts',
      test: 'is not there for another merchant, nor for a reference nobody has',
    },
  },
  {
    name: 'delivery-of-another-merchant',
    cost: "A merchant has another merchant's events sent once more.",
    file: 'src/notify/webhooks/redelivery.sql',
    replace: 'where d.delivery_id = p_delivery_id and d.merchant_id = p_merchant_id;',
    by: 'where d.delivery_id = p_delivery_id;',
    seenBy: { file: 'test/edge/webhooks.test.ts', test: 'are their merchant’s alone' },
  },
  {
    name: 'timeline-of-another-merchant',
    cost: "A merchant reads the story of another merchant's order.",
    file: 'src/payments/checkouts/timeline.store.ts',
    replace: 'where c.merchant_id = $1 and c.payment_reference = $2',
    by: `where $1 <> '' and c.payment_reference = $2`,
    seenBy: {
      file: 'test/integration/payments/checkouts/timeline.store.test.ts',
      test: 'is another merchant’s secret',
    },
  },
  {
    name: 'clock-moved-where-money-is-real',
    cost: 'A merchant ends the quarantine of a live number, and a late payer pays a stranger.',
    file: 'src/payments/sandbox/sandbox-clock.sql',
    replace: `is distinct from 'sandbox' then`,
    by: `is null then`,
    seenBy: {
      file: 'test/integration/payments/sandbox/checkout-clock.store.test.ts',
      test: 'does not move where money is real',
    },
  },
  {
    name: 'secret-opened-by-another-merchant',
    cost: "A sealed secret that is copied into another merchant's row signs that merchant's events.",
    file: 'src/platform/keys/secret-seal.ts',
    replace: "Buffer.from(`${purpose.replace(' ', '-')}/${owner}`, 'utf8')",
    by: "Buffer.from(purpose.replace(' ', '-') + owner.slice(0, 0), 'utf8')",
    seenBy: {
      file: 'test/unit/platform/keys/secret-seal.test.ts',
      test: 'does not open for another merchant',
    },
  },
  {
    name: 'payload-moved-to-another-workflow',
    cost: "Whoever can write to Temporal's store gives one order the inputs of another.",
    file: 'src/platform/temporal/codec.ts',
    replace: `if (workflowId !== undefined && boundTo !== '' && boundTo !== ownerOf(workflowId)) {`,
    by: 'if (workflowId === boundTo && workflowId === undefined) {',
    seenBy: { file: 'test/unit/platform/temporal/codec.test.ts', test: 'another workflow' },
  },
  {
    name: 'scope-not-looked-at',
    cost: 'A token that may only read sends money.',
    file: 'src/http/access/token.guard.ts',
    replace: 'find((each) => !may({ rights: claims.scopes }, each))',
    by: 'find(() => claims.scopes.size === 0)',
    seenBy: {
      file: 'test/edge/authenticate.test.ts',
      test: 'takes the scope that the table says, and no other instead',
    },
  },
  {
    name: 'refund-by-a-reader',
    cost: 'A token that was given to look at refunds makes them.',
    file: 'src/payouts/refunds/refunds.controller.ts',
    replace: `@RequireScope('refunds:write')
  @AlsoRequireScope`,
    by: `@RequireScope('refunds:read')
  @AlsoRequireScope`,
    seenBy: {
      file: 'test/edge/authenticate.test.ts',
      test: 'takes the scope that the table says, and no other instead',
    },
  },
  {
    name: 'settlement-to-the-account-of-another',
    cost: "A merchant's money is paid to another merchant's account.",
    file: 'src/payouts/settlement/requests.sql',
    replace:
      'where a.settlement_account_id = p_settlement_account_id and a.merchant_id = p_merchant_id and',
    by: 'where a.settlement_account_id = p_settlement_account_id and',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-request.store.test.ts',
      test: 'is never paid to an account of another merchant',
    },
  },
  {
    name: 'refund-elsewhere-by-any-key',
    cost: 'Whoever has stolen a secret sends refunds to an account of his choice.',
    file: 'src/http/access/token.guard.ts',
    replace: 'return (body as Record<string, unknown> | null)?.[also.member] ?',
    by: 'return (body as Record<string, unknown> | null)?.[also.member] === also ?',
    seenBy: {
      file: 'test/edge/refund-theft.test.ts',
      test: 'cannot refund to another account, because a key has no scope for it by itself',
    },
  },
  {
    name: 'refund-to-a-stranger',
    cost: 'A refund goes to an account in another name than the payer’s.',
    file: 'src/payouts/refunds/other-accounts.ts',
    replace: "isSamePerson(payerName ?? '', accountName)",
    by: 'isSamePerson(accountName, accountName)',
    seenBy: {
      file: 'test/edge/refund-theft.test.ts',
      test: 'gets a case of operators, and no money, for an account of another name, even with the scope',
    },
  },
  {
    name: 'one-name-in-common',
    cost: 'A refund goes to whoever has one name in common with the payer.',
    file: 'src/domain/same-person.ts',
    replace: 'const wordsAtLeast = 2;',
    by: 'const wordsAtLeast = 1;',
    seenBy: {
      file: 'test/unit/domain/same-person.test.ts',
      test: 'CHUKWU and EMEKA CHUKWU',
    },
  },
  {
    name: 'doubted-account-is-paid',
    cost: 'A refund goes to an account in another name before any operator has looked at it.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: "coalesce((r.destination ->> 'isPayers')::boolean, true) and exists",
    by: 'exists',
    seenBy: {
      file: 'test/integration/payouts/refunds/redirected-refund.store.test.ts',
      test: 'has no account while the one that its merchant named is in another name, until operators name it',
    },
  },
  {
    name: 'refund-elsewhere-at-once',
    cost: 'Nobody has time to notice a refund that a thief has redirected.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: "if p_event = 'SENT' and refund_sendable_from(r.redirected_at) > now() then",
    by: 'if false then',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-steps.store.test.ts',
      test: 'waits for an account when the one it has takes nothing',
    },
  },
  {
    name: 'live-on-a-sandbox-database',
    cost: 'A live bank carries out what a sandbox owes.',
    file: 'src/platform/database/environment.ts',
    replace: 'if (made !== undefined && made !== environment)',
    by: "if (made === '')",
    seenBy: {
      file: 'test/integration/platform/database/migrator.test.ts',
      test: 'leaves the database of one environment to it',
    },
  },
  {
    name: 'programs-rewrite-the-books',
    cost: 'Whoever has a program’s password changes what was booked.',
    file: 'src/platform/database/roles.ts',
    replace: "...['journal', 'entry', 'period', 'period_balance', 'case_event', 'audit_entry'],",
    by: '',
    seenBy: {
      file: 'test/integration/platform/database/roles.test.ts',
      test: 'may not: delete from entry',
    },
  },
  {
    name: 'link-of-another-merchant',
    cost: 'A merchant reads what another one sells by a payment link.',
    file: 'src/payments/links/payment-link.store.ts',
    replace: `'select * from payment_link_read where merchant_id = $1 and payment_link_id = $2'`,
    by: `'select * from payment_link_read where $1::text is not null and payment_link_id = $2'`,
    seenBy: { file: links, test: 'is unknown to another merchant' },
  },
  {
    name: 'link-for-one-payment-that-takes-more',
    cost: 'Two customers pay an order that is there once.',
    file: 'src/payments/links/payment-links.sql',
    replace: `if link_usage = 'ONCE' then`,
    by: 'if false then',
    seenBy: { file: links, test: 'leads its payer back to the open checkout, and nobody else' },
  },
];
