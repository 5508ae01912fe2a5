import pg from 'pg';

export interface ConcurrentIndex {
  readonly name: string;
  /** `create index concurrently NAME on TABLE …` */
  readonly text: string;
}

/** Indexes on tables of earlier releases: they are made after the migrations, while the programs write. */
export const concurrentIndexes: readonly ConcurrentIndex[] = [
  // For each scrape of the metrics, which reads the money at the banks: a few accounts among those of all merchants.
  {
    name: 'ledger_account_pool',
    text: `create index concurrently ledger_account_pool on ledger_account (code, owner) where code in ('1100', '1110')`,
  },
  // Rows that are not final (src/reports/in-doubt).
  {
    name: 'dispute_open',
    text: `create index concurrently dispute_open on dispute (evidence_due_at) where status = 'OPENED'`,
  },
  // The desk's queue, by urgency.
  {
    name: 'attention_case_urgent',
    text: `create index concurrently attention_case_urgent on attention_case (decide_by, case_number) where status = 'OPEN'`,
  },
  // The few charges that ended without the acquirer's word, and that it is asked about again.
  {
    name: 'card_attempt_ask',
    text: `create index concurrently card_attempt_ask on card_attempt (ask_at) where ask_at is not null`,
  },
  // A refusal looks whether a line that waits shows its sending (src/payouts/sending/sendings.sql).
  {
    name: 'statement_line_waiting_session',
    text: `create index concurrently statement_line_waiting_session on statement_line_waiting ((line ->> 'sessionId'))`,
  },
  // Transfers of the last days, for banks without a statement, which are asked about each transfer
  // (src/upkeep/reconciliation/by-query.sql). Rows are written in the order of their times, so that only a few blocks are
  // read.
  {
    name: 'outward_transfer_sent',
    text: `create index concurrently outward_transfer_sent on outward_transfer using brin (sent_at)`,
  },
  // For the last balance of a bank whose statement comes as files.
  {
    name: 'statement_line_of_file',
    text: `create index concurrently statement_line_of_file on statement_line (provider, booked_at) where line_id < 0`,
  },
  // The few lines of statements that are looked at each minute, because a notice or another line may explain them by now.
  {
    name: 'statement_line_unexplained',
    text: `create index concurrently statement_line_unexplained on statement_line (provider)
             where matched in ('UNEXPLAINED_CREDIT', 'UNEXPLAINED_CREDIT_RECALLED') and session_id is not null`,
  },
  // Texts of notices that are forgotten after 30 days.
  {
    name: 'kept_notice_sealed',
    text: `create index concurrently kept_notice_sealed on kept_notice (last_at) where body_sealed is not null`,
  },
  // Messages to others than payers are sent first. The courier finds them without reading the receipts that wait.
  {
    name: 'message_due_first',
    text: `create index concurrently message_due_first on message (due_at)
             where status in ('PENDING', 'SENDING') and recipient not in ('PAYER', 'COPY')`,
  },
  // At most one errand (a request that two operators must agree on) about the same Schedule is open at a time.
  {
    name: 'errand_under_way',
    text: `create unique index concurrently errand_under_way on errand (kind, subject) where status in ('PROPOSED', 'CONFIRMED')`,
  },
  // For the queue of each endpoint: the backlog of one is not read to find what is due at another.
  {
    name: 'webhook_delivery_queue',
    text: `create index concurrently webhook_delivery_queue on webhook_delivery (merchant_id, endpoint, delivery_id)
             where status in ('PENDING', 'DELIVERING')`,
  },
  // For what waits for an endpoint, and what it has missed: a month of events, when it was off for so long.
  {
    name: 'webhook_delivery_unsent',
    text: `create index concurrently webhook_delivery_unsent on webhook_delivery (merchant_id, endpoint, status, event_id)
             where status in ('RETRYING', 'DEAD', 'SUPPRESSED')`,
  },
  // For the state of a replay: what has arrived is not counted.
  {
    name: 'webhook_delivery_of_replay',
    text: `create index concurrently webhook_delivery_of_replay on webhook_delivery (replay_id)
             where replay_id is not null and status <> 'DELIVERED'`,
  },
  // An event goes to each endpoint once by itself, and once in each replay.
  {
    name: 'webhook_delivery_once',
    text: `create unique index concurrently webhook_delivery_once on webhook_delivery (event_id, endpoint,
             coalesce(replay_id, case when redelivery_of is null and pinned_url is null then '' else delivery_id end))`,
  },
  // The words that refunds, settlements and disputes are found by (src/reports/search). Entries wait in a list of 256 kB at most
  // before they are sorted in: a search reads all of the list, and the writer that fills it sorts it.
  ...[
    searchIndex(
      'refund',
      'refund_reference',
      `destination ->> 'accountName'`,
      `destination ->> 'accountNumber'`,
    ),
    searchIndex('settlement', 'settlement_reference', 'null::text', 'null::text', 'net_minor'),
    searchIndex('dispute', 'provider_reference', 'null::text'),
  ],
];

function searchIndex(
  table: string,
  reference: string,
  names: string,
  account = 'null::text',
  amount = 'amount_minor',
): ConcurrentIndex {
  const name = `${table}_searched`;
  const words = `search_words(${reference}, ${names}, ${account}, ${amount})`;
  return {
    name,
    text: `create index concurrently ${name} on ${table} using gin (${words}) with (gin_pending_list_limit = 256)`,
  };
}

/**
 * Makes the indexes that are not there, outside a transaction. One whose making broke off is invalid: it costs writes and helps
 * no read, so it is dropped and made again. Returns the names of those made.
 */
export async function makeIndexes(
  client: pg.Client,
  indexes: readonly ConcurrentIndex[] = concurrentIndexes,
): Promise<string[]> {
  const made: string[] = [];
  for (const { name, text } of indexes) {
    const { rows } = await client.query<{ is_valid: boolean }>(
      'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
      [name],
    );
    if (rows[0]?.is_valid === true) continue;
    if (rows.length > 0) {
      await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
    }
    await client.query(text);
    made.push(name);
  }
  return made;
}
