/** What each group of operations is for. An operation's `@ApiTags` must be one of these; unused ones are left out. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Authentication: 'Get an access token; every other operation of a merchant needs one.',
  Checkout: 'Start a checkout, give the payer an account to pay into, and learn how it ended.',
  'Virtual accounts': 'Account numbers of your own, for one payment or for ever.',
  Transactions: 'What was received, and what became of it.',
  'Inward transfers': 'Ask about a transfer, and read the entries of your wallet.',
  Refunds: 'Send money back to payers.',
  Wallet: 'What you have, and what is on its way.',
  Settlement: 'Money from your wallet to your bank.',
  Banks: 'Which banks money can be sent to.',
  Webhooks: 'Where we tell you what happened.',
  'Webhook events': 'What we send to your notification URL.',
  Merchant: 'How your checkouts behave unless they say otherwise.',
  Reference: 'What the API itself says of its answers.',
  'Provider hooks': 'For banks and acquirers: what they tell us and ask us.',
  Sandbox: 'Play the payer. Not there in the live environment.',
  Health: 'For load balancers and monitoring.',
};
