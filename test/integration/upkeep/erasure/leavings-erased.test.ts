import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../../src/domain/actor.js';
import { PgPayerErasure } from '../../../../src/upkeep/erasure/payer-erasure.store.js';
import { Shop } from '../../../support/shop.js';

/** What is told of a payer beside the order itself: cards, answers to disputes, and what people have proposed. */
let shop: Shop;
let number = 900_000;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const by: Actor = {
  ...{ kind: 'COMMAND', actor: 'manilla', door: 'COMMAND', reason: 'asked by letter' },
  ...{ partner: null, address: null },
};

interface Paid {
  readonly checkoutId: string;
  readonly creditId: string;
}

async function paid(): Promise<Paid> {
  const order = await shop.order();
  const { creditId } = await shop.payAndPost(order, 1_000_000n);
  await shop.pool.query(
    'update fact set applied_at = now(), due_at = null where applied_at is null',
  );
  await shop.pool.query(`update webhook_delivery set status = 'DELIVERED', finished_at = now()`);
  return { checkoutId: order.checkout.checkoutId, creditId };
}

/** For `$chk`, `$txn` and `$mch` stand the ids of an order and its payment; `$n` is another one for each order. */
const filled = (text: string, { checkoutId, creditId }: Paid, n: number) =>
  [
    ['$chk', checkoutId],
    ['$txn', creditId],
    ['$mch', shop.merchantId],
    ['$n', String(n)],
  ].reduce((sql, [name = '', value = '']) => sql.replaceAll(name, value), text);

const closedCase = (subject: string) =>
  `insert into attention_case (case_number, kind, subject, workflow_id, update_name, reason, decisions, page, proposal, status, closed_at)
     overriding system value
     values ($n, 'CREDIT', '${subject}', 'w', 'u', 'r', '{}', '{}', '{"input": {"accountName": "Zainab"}}', 'CLOSED', now())`;
const refund = `insert into refund (refund_id, merchant_id, checkout_id, credit_id, refund_reference, origin, reason, amount_minor,
    duty_bearer, channel, provider, destination, status)
  values ('rfd_$n', '$mch', '$chk', '$txn', 'R$n', 'MERCHANT', 'MERCHANT_REQUEST', 1, 'MERCHANT', 'Bank', 'sandbox', '{}', 'SUCCESSFUL')`;

it.each([
  [
    'a card, and where its owner was sent',
    `insert into card_attempt (attempt_id, checkout_id, merchant_id, provider, token_sealed, token_hash, amount_minor, status, card, action,
         return_url)
       values ('att_$n', '$chk', '$mch', 'sandbox', '', '', 1, 'FAILED', '{"last4": "4242"}', '{"url": "https://bank.ng/zainab"}',
         'https://shop.ng/zainab')`,
    `select concat(card, action, return_url) as told from card_attempt where checkout_id = '$chk'`,
  ],
  [
    'an answer to a dispute',
    `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, checkout_id, amount_minor, status)
       values ('dsp_$n', 'sandbox', '$n', 'CHARGEBACK', '$txn', '$chk', 1, 'WON');
     insert into dispute_answer (answer_id, dispute_id, kind, request_hash, evidence, status, completed_at)
       values ('ans_$n', 'dsp_$n', 'EVIDENCE', '', '{"customerName": "Zainab"}', 'DELIVERED', now())`,
    `select nullif(evidence::text, '{}') as told from dispute_answer where answer_id = 'ans_$n'`,
  ],
  [
    'what an operator has proposed for the payment',
    closedCase('$txn'),
    `select proposal::text as told from attention_case where case_number = $n`,
  ],
  [
    'what an operator has proposed for the order',
    closedCase('$chk'),
    `select proposal::text as told from attention_case where case_number = $n`,
  ],
  [
    'what an operator has proposed for a refund',
    `${refund}; ${closedCase('rfd_$n')}`,
    `select proposal::text as told from attention_case where case_number = $n`,
  ],
  [
    'the reason for which somebody refunded in the portal',
    `insert into person (person_id, realm, merchant_id, name, email, role)
       values ('psn_$n', 'MERCHANT', '$mch', 'Ada', 'ada$n@shop.example', 'owner');
     insert into refund_proposal (proposal_id, merchant_id, transaction_reference, amount_minor, reason, status, person_id, person)
       values ('rfp_$n', '$mch', '$txn', 1, 'Zainab wrote', 'DONE', 'psn_$n', 'Ada')`,
    `select nullif(reason, 'erased') as told from refund_proposal where proposal_id = 'rfp_$n'`,
  ],
  [
    'what the second operator was shown',
    `${closedCase('$txn')};
     insert into shown_proposal (shown_hash, case_number, rows) values (md5('$n'), $n, '[["Account", "Zainab"]]')`,
    `select (select rows::text from shown_proposal where case_number = $n) as told`,
  ],
])('%s is forgotten with its payer, and that of others stays', async (_what, write, read) => {
  const [ours, others] = [await paid(), await paid()];
  const [n, m] = [(number += 1), (number += 1)];
  await shop.pool.query(filled(write, ours, n));
  await shop.pool.query(filled(write, others, m));
  const { checkoutId } = ours;
  const erased = await new PgPayerErasure(shop.pool).erase({ checkoutId }, by);
  expect(erased).toMatchObject([{ heldBy: null }]);
  const told = async (of: Paid, at: number) =>
    (await shop.database.query<{ told: string | null }>(filled(read, of, at)))[0]?.told;
  expect((await told(ours, n)) || null).toBeNull();
  expect(await told(others, m)).toMatch(/zainab/i);
});
