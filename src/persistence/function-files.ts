/**
 * The files of the SQL functions (`functions/`), in the order in which they are made. A function calls only what stands in
 * its own file or in one above it; test/architecture/sql.test.ts keeps that.
 */
export const functionFiles: readonly string[] = Object.entries({
  base: [
    ...['ids', 'statuses', 'fees-and-policies', 'calendar'],
    ...['texts', 'checkouts', 'credits', 'facts', 'findings'],
  ],
  audit: ['audit'],
  rings: ['rings'],
  numbers: ['prefixes', 'numbers'],
  ledger: ['journals'],
  events: ['collections', 'events', 'endpoints', 'deliveries', 'redelivery'],
  credits: ['returns', 'payments', 'static-accounts', 'receiving', 'held-credits'],
  orders: ['endings', 'checkouts', 'dynamic-accounts', 'sandbox-clock'],
  channels: ['cards'],
  settlement: [
    ...['accounts', 'payout-split', 'events', 'settlements', 'due-dates'],
    ...['requests', 'forecast', 'statements', 'early-runs'],
  ],
  out: ['sendings', 'payouts', 'refunds', 'refund-requests', 'holds'],
  disputes: ['disputes', 'lists', 'answers'],
  reconciliation: ['statement', 'adjustments', 'sweep', 'recovery'],
  lists: ['checkouts', 'transactions', 'wallet', 'timeline'],
  links: ['payment-links'],
  edge: ['requests'],
  proof: ['periods', 'books', 'slices'],
  payers: ['erasure'],
  retention: ['retention'],
  people: ['doors', 'people', 'case-audit'],
  merchants: ['proposed', 'keys', 'terms', 'merchants', 'pages', 'proposals'],
  cases: ['facts', 'outgoing', 'cases', 'searching', 'journals'],
}).flatMap(([folder, files]) => files.map((file) => `${folder}/${file}.sql`));
