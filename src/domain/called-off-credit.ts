/** Of a held credit whose order was called off while it was held. */
export const calledOffCredit = {
  refusal:
    'accept is not possible: the order was called off. return sends the money back, keep leaves it in suspense',
  todo: 'The order was called off while its money was held, so nobody can `accept` the money. `return` sends it back to where it came from. `keep` leaves it in suspense for good. `retry` asks the policy again, which returns such money.',
} as const;
