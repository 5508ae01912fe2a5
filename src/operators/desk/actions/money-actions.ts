import type { DeskAction } from './desk-action.js';
import { nairaTyped } from './naira-field.js';

/** Actions for a merchant who has called: an operator carries out operations of the merchants' API. */
export const forMerchantActions: readonly DeskAction[] = [
  {
    kind: 'DELIVERY',
    path: '/deliveries/:id/again',
    permission: 'cases:note',
    title: 'Send this webhook again',
    says: 'The shop’s address gets the same event once more, under the same id.',
    run: async ({ ports, id, by }) =>
      `/desk/deliveries/${await ports.forMerchants.sendAgain(id, by)}`,
  },
  {
    kind: 'TRANSACTION',
    path: '/transactions/:id/refund',
    permission: 'journals:write',
    title: 'Refund this payment for the shop',
    says: 'The money goes from the shop’s balance back to the account that paid. The shop hears of it as of its own refunds. A second operator confirms it.',
    fields: async () => [
      {
        name: 'amount',
        label: 'Amount in naira',
        hint: 'Left out: all that is left of the payment.',
      },
    ],
    run: async ({ ports, id, by, text }) => {
      await ports.forMerchants.proposeRefund(id, nairaTyped(text('amount'), 'amount'), by);
      return '/desk/schedules?done=proposed';
    },
  },
  {
    kind: 'DISPUTE',
    path: '/disputes/:id/accept',
    permission: 'cases:decide',
    title: 'Accept this dispute for the shop',
    says: 'The shop loses the money of the payment. It cannot answer any more.',
    run: async ({ ports, id, by }) => {
      await ports.forMerchants.answerDispute(id, null, by);
      return `/desk/disputes/${id}`;
    },
  },
  {
    kind: 'DISPUTE',
    path: '/disputes/:id/answer',
    permission: 'cases:decide',
    title: 'Answer this dispute for the shop',
    says: 'The explanation goes to the card company. There is one answer, and it cannot be changed.',
    fields: async () => [
      { name: 'explanation', label: 'Explanation for the card company', isLong: true },
      { name: 'deliveryReference', label: 'Number of the delivery', hint: 'May be left out.' },
    ],
    run: async ({ ports, id, by, text }) => {
      const evidence = {
        explanation: text('explanation').trim(),
        deliveryReference: text('deliveryReference').trim() || null,
      };
      await ports.forMerchants.answerDispute(id, evidence, by);
      return `/desk/disputes/${id}`;
    },
  },
];
