/**
 * The purpose of each group of operations. An operation's `@ApiTags` must be one of these; unused ones are left out.
 */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Authentication: 'Get an access token. Every other operation needs it.',
  Checkout:
    'Start a checkout, create an account for the customer to pay into, and learn the result.',
  'Payment links': 'Addresses on which customers can pay without any code of yours.',
  'Virtual accounts': 'Account numbers of your own: for one payment, or permanent.',
  Transactions: 'Payments that you received.',
  'Inward transfers': 'Ask about a transfer, and list the changes of your balance.',
  Refunds: 'Send money back to customers.',
  Disputes: 'Payments that were disputed or taken back.',
  Search: 'Find anything of yours by what a customer tells you.',
  Wallet: 'Your balance.',
  Settlement: 'Payouts from your balance to your bank account.',
  Banks: 'Banks that money can be sent to.',
  Webhooks: 'Your endpoint for events, and what was sent to it.',
  'Webhook events': 'Events that we send to your endpoint.',
  Merchant: 'Your settings.',
  Reference: 'Reasons of failures.',
  'Provider hooks': 'Hooks for banks and card acquirers.',
  Sandbox: 'Play the payer and the clock. Only in the sandbox.',
  Cases: 'What waits for a person, and what operators decide about it.',
  'Look-ups': 'Anything by what a caller knows, and all about one thing.',
  Journals: 'Corrections of the books, by two operators.',
  Payers: 'Personal data of payers: found, and erased.',
  Operators: 'Who operates: people, machine users, their sessions and tokens.',
  Audit: 'Who has changed what.',
  Merchants: 'Merchants: made, checked, activated, changed, suspended and closed.',
  'Merchant keys': 'Keys of merchants, and what each may do.',
  Messages: 'What people were told by e-mail and SMS, and what became of it.',
  Terms: 'Fee plans and prefixes of the installation.',
  Health: 'Health checks for load balancers and monitoring.',
};

/** Groups for operators: they have a document of their own, at an address of their own. */
export const operatorTags: ReadonlySet<string> = new Set([
  'Cases',
  'Look-ups',
  'Journals',
  'Payers',
  'Operators',
  'Audit',
  'Merchants',
  'Merchant keys',
  'Messages',
  'Terms',
]);

/** Groups for banks, acquirers and monitoring: a document of their own. */
export const providerTags: ReadonlySet<string> = new Set(['Provider hooks', 'Health']);
