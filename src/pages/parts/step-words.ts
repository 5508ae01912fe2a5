/** The steps of an order's timeline in words, for the pages of merchants and of operators. */

const kinds: Readonly<Record<string, string>> = {
  CHECKOUT: 'Order',
  ACCOUNT: 'Account number',
  CREDIT: 'Payment',
  CARD_ATTEMPT: 'Card charge',
  REFUND: 'Refund',
  CHARGEBACK: 'Chargeback',
  RECALL: 'Recall',
  EVENT: 'Webhook written',
};

/** Names the thing that a step is about. */
export function stepWords(kind: string): string {
  return kinds[kind] ?? 'Something';
}

interface Step {
  readonly kind: string;
  readonly status: string;
}

type StatusSet = 'orders' | 'exceptions' | 'attempts' | 'refunds' | 'disputes';

/** Says how the step ended, in words for its reader. */
export function becameWords(
  { kind, status }: Step,
  wordsOf: (set: StatusSet, status: string) => string,
): string {
  switch (kind) {
    case 'CHECKOUT':
      return status === 'CHANGED' ? 'changed' : wordsOf('orders', status);
    case 'ACCOUNT':
      return 'given to the customer';
    case 'CREDIT':
      if (status === 'EXACT') return 'fits the order';
      return status === 'RECEIVED' ? 'received' : wordsOf('exceptions', status);
    case 'CARD_ATTEMPT':
      return wordsOf('attempts', status);
    case 'REFUND':
      return wordsOf('refunds', status);
    case 'EVENT':
      return status;
    default:
      return wordsOf('disputes', status);
  }
}
