-- Up Migration
-- The tables, room by room. The functions that work on them (src/platform/database/function-files.ts) are made anew by the
-- migrator whenever their text changes. Amounts are in minor units (kobo), times with their zone.

-- The functions of triggers are made with the others. Until then, a trigger needs a function that it can name.
create function refuse_empty_journals() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create function refuse_unbalanced_entries() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create function refuse_change() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create function mark_checkout() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;

-- ========== The settings, and what the programs keep for themselves

-- The facts about the installation that the functions need; the migrator writes them.
create table setting (
  name  text primary key,
  value text not null
);
insert into setting (name, value) values
  ('quarantine_hours', '72'),
  ('dispute_fee_minor', '0'),                                -- the fee for a chargeback that a merchant loses
  ('settlement_bank.simulator-acquirer', 'simulator'),       -- the bank that the acquirer pays into
  ('payout_limit_minor', '1000000000'),                      -- the most for one transfer: a larger payout is split
  ('settlement_cooling_hours', '24');                        -- before a changed settlement account is paid

-- The one row that a readiness check writes to, to see that the database takes writes.
create table readiness (
  only_row boolean     primary key default true check (only_row),
  asked_at timestamptz not null default now()
) with (fillfactor = 50);
insert into readiness default values;

-- The use of a quota in the window that ends at ends_at. The table is unlogged, because a crash that empties it only
-- forgives one window.
create unlogged table quota_window (
  name    text        collate "C" primary key,
  ends_at timestamptz not null,
  used    bigint      not null
);
create index quota_window_end on quota_window (ends_at);

-- A request is taken by inserting its key, and has its answer once it is carried out. `attempt` names the one request that
-- may write the answer; one that dies leaves the key to the next after its lease.
create table idempotent_request (
  caller      text        not null,   -- a merchant's key, or an operator's token
  key         text        collate "C" not null check (length(key) between 1 and 255),
  fingerprint bytea       not null check (length(fingerprint) = 32),
  attempt     text        not null,
  lease_until timestamptz not null,
  http_status smallint,
  body_sealed bytea,
  created_at  timestamptz not null default now(),
  primary key (caller, key),
  check ((http_status is null) = (body_sealed is null))
);
create index idempotent_request_age on idempotent_request (created_at);

-- ========== The books

create table ledger_account (
  -- An id such as 2100:mch_01K...:NGN; account_of makes the same. It is sorted by bytes, because they are cheaper to compare and all
  -- accounts of an owner stand together.
  account_id    text   collate "C" primary key generated always as (code || ':' || owner || ':' || currency) stored,
  code          text   not null check (length(code) = 4),   -- chart of accounts, docs/ledger.md
  owner         text   not null,   -- merchant, provider, suspense item (checkout or credit), or '-' for the house
  currency      text   not null check (length(currency) = 3),
  balance_minor bigint not null default 0   -- debits positive, credits negative
) with (fillfactor = 50);
create index ledger_account_suspense on ledger_account (code) where code in ('2200', '2210', '2220', '2230');
create trigger ledger_account_kept before update of account_id, code, owner, currency or delete or truncate on ledger_account
  for each statement execute function refuse_change();

create table journal (
  journal_id  bigint      generated always as identity primary key,
  source_type text        not null,
  source_id   text        not null,
  purpose     text        not null,
  entries     integer     not null check (entries >= 2),   -- the number of its entries: none can be added later
  posted_at   timestamptz not null default now(),
  unique (source_type, source_id, purpose)
);
create trigger journal_has_entries after insert on journal
  referencing new table as written for each statement execute function refuse_empty_journals();
create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change();

create table entry (
  journal_id   bigint not null references journal,
  leg          text   not null,
  -- An account of ledger_account: the trigger that keeps the balance checks that, once per statement.
  account_id   text   collate "C" not null,
  currency     text   generated always as (right(account_id, 3)) virtual,
  amount_minor bigint not null check (amount_minor <> 0),   -- debits positive, credits negative
  primary key (journal_id, leg)
);
-- The index includes the columns that a balance is summed from, so that the sum visits no row of the books.
create index entry_of_account on entry (account_id, journal_id) include (amount_minor, leg);
create trigger entry_balanced after insert on entry
  referencing new table as written for each statement execute function refuse_unbalanced_entries();
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();

-- ========== Merchants: who may call the API, what they pay for it, and by which channels their customers pay

create table fee_plan (
  fee_plan_id             text    primary key,
  rate_bps                integer not null check (rate_bps between 0 and 10000),
  flat_minor              bigint  not null default 0 check (flat_minor >= 0),
  flat_waived_below_minor bigint  not null default 0 check (flat_waived_below_minor >= 0),
  cap_minor               bigint  not null check (cap_minor >= 0),
  vat_bps                 integer not null check (vat_bps between 0 and 10000),
  currency                text    not null default 'NGN'   -- the currency of its amounts, and of the amounts it applies to
);

-- Filled by the migrator from src/domain/channels.ts.
create table channel (
  name           text    primary key,
  kind           text    not null check (kind in ('TRANSFER', 'CHARGE')),
  pool_account   text    not null,   -- received money lies there
  income_account text    not null,
  refund_account text    not null,   -- refunds leave from there
  earliest_due   text    not null check (earliest_due in ('T0', 'T2')),
  is_marked      boolean not null   -- checkouts that were paid by it have a mark
);

create table merchant (
  merchant_id                  text        primary key,
  name                         text        not null,
  trade_name                   text        not null,
  status                       text        not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  -- raised to refuse every token issued so far
  token_version                integer     not null default 1,
  fee_bearer                   text        not null default 'MERCHANT' check (fee_bearer in ('MERCHANT', 'CUSTOMER')),
  min_amount_minor             bigint      not null default 10000,
  max_amount_minor             bigint      not null default 1000000000,
  created_at                   timestamptz not null default now(),
  policies                     jsonb       not null default '{}',   -- src/domain/policies.ts; what is missing has its default
  -- T0_INSTANT, T1, T2, WEEKLY:MON..FRI, MONTHLY:1..31, MANUAL; src/domain/settlement-schedule.ts
  settlement_schedule          text        not null default 'T1',
  minimum_payout_minor         bigint      not null default 100000 check (minimum_payout_minor >= 0),
  payout_fee_minor             bigint      not null default 0 check (payout_fee_minor >= 0),   -- per transfer, VAT comes on top
  -- Scopes that not every merchant's tokens have; src/http/access/scopes.ts.
  granted_scopes               text[]      not null default '{}',
  daily_limit_minor            bigint      check (daily_limit_minor > 0),
  daily_settlement_limit_minor bigint      check (daily_settlement_limit_minor > 0),
  open_account_limit           integer     not null default 100000 check (open_account_limit > 0),
  -- {accentColor, embedOrigins}, those that were given
  page                         jsonb       not null default '{}',
  -- {hash, width, height}; null: no logo
  logo                         jsonb,
  constraint merchant_settlement_schedule check (settlement_schedule ~ '^(T0_INSTANT|T1|T2|WEEKLY:(MON|TUE|WED|THU|FRI)|MONTHLY:([1-9]|[12][0-9]|3[01])|MANUAL)$')
);

-- A table of its own, so that only those who send the picture read it.
create table merchant_logo (
  merchant_id text  primary key references merchant,
  hash        text  not null,
  png         bytea not null
);
create index merchant_logo_hash on merchant_logo (hash);

create table merchant_channel (
  merchant_id text     not null references merchant,
  channel     text     not null references channel,
  fee_plan_id text     not null references fee_plan,
  place       smallint,   -- in the order in which checkouts offer it; null: checkouts do not offer it
  primary key (merchant_id, channel)
);

-- Two rows of one client may live at once, so that a secret can be changed without downtime.
create table merchant_secret (
  secret_id   text        primary key,
  client_id   text        not null,
  merchant_id text        not null references merchant,
  secret_hash bytea       not null,
  pepper_kid  text        not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz
);
create index merchant_secret_client on merchant_secret (client_id);

-- ========== Account numbers

create table number_prefix (
  prefix               text        primary key check (prefix ~ '^\d{3}$'),
  provider             text        not null,
  bank_code            text        not null,
  bank_name            text        not null,
  nip_institution_code text        not null,
  capacity             integer     not null default 1000000 check (capacity between 1 and 1000000),   -- how many numbers it has
  swept_at             timestamptz,   -- since then each of its numbers is an account's or in free_number
  -- the channel by which payers send money to its numbers
  channel              text        not null default 'Bank' references channel,
  -- OURS: the numbers begin with the prefix. THEIRS: the bank opens numbers one by one, and gives them to somebody else
  -- later; the prefix only names the bank.
  numbers              text        not null default 'OURS' check (numbers in ('OURS', 'THEIRS'))
);

create table merchant_prefix (
  merchant_id text    not null references merchant,
  prefix      text    not null references number_prefix,
  status      text    not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  is_default  boolean not null default false,
  primary key (merchant_id, prefix)
);
create unique index merchant_prefix_default on merchant_prefix (merchant_id) where is_default;

-- The last count of each prefix, and how long it took; payments/numbers/prefixes.sql.
create table prefix_usage (
  prefix      text        primary key references number_prefix,
  in_use      integer     not null,
  quarantined integer     not null,
  counted_at  timestamptz not null,
  took        interval    not null
);

create table free_number (
  account_number text        primary key,
  prefix         text        not null references number_prefix,
  generation     integer     not null,   -- the generation of the account that takes it
  freed_at       timestamptz not null default now(),
  taken_at       timestamptz   -- the time at which a process took it to give it away
);
create index free_number_oldest on free_number (prefix, freed_at);

-- ========== Orders

-- Filled by the migrator from src/domain/checkout-state.ts, the only place where transitions are written down.
create table checkout_transition (
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (from_status, event)
);

-- Payment links: an address that a merchant gives to payers, each of whom gets a checkout of their own.
create table payment_link (
  payment_link_id  text        primary key,
  merchant_id      text        not null references merchant,
  slug             text        not null unique,
  description      text        not null,
  -- null: the payer writes the amount, between the bounds that are not null
  amount_minor     bigint      check (amount_minor > 0),
  min_amount_minor bigint      check (min_amount_minor > 0),
  max_amount_minor bigint,
  usage            text        not null check (usage in ('ONCE', 'MANY')),
  redirect_url     text,
  metadata         jsonb       not null default '{}',
  channels         text[],
  page             jsonb,
  expires_at       timestamptz,
  deactivated_at   timestamptz,
  created_at       timestamptz not null default date_trunc('milliseconds', now()),
  check (max_amount_minor >= coalesce(min_amount_minor, 1)),
  check (amount_minor is null or min_amount_minor is null and max_amount_minor is null)
);
create index payment_link_list on payment_link (merchant_id, created_at desc, payment_link_id desc);

create table checkout (
  checkout_id       text        primary key,
  merchant_id       text        not null references merchant,
  payment_reference text        not null,
  request_hash      bytea       not null,   -- sha-256 of the canonical request: the same body again is a replay
  status            text        not null default 'INITIATED',
  exception         text,
  exceptions        text[]      not null default '{}',
  status_reason     text,
  currency          text        not null default 'NGN',
  amount_minor      bigint      not null check (amount_minor > 0),   -- the amount that the merchant asked for
  -- what the payer owes: with the fee if the customer bears it
  expected_minor    bigint      not null check (expected_minor > 0),
  fee_minor         bigint      not null,
  vat_minor         bigint      not null,
  fee_bearer        text        not null,
  paid_minor        bigint      not null default 0,   -- everything that arrived
  applied_minor     bigint      not null default 0,   -- the part of it that counts towards expected_minor
  accepted_minor    bigint      not null default 0,   -- the part of it that the merchant may give value for
  channels          text[]      not null,
  customer          jsonb       not null,   -- {email, phoneNumber, firstName, lastName}
  metadata          jsonb       not null default '{}',
  description       text,
  redirect_url      text,
  bad_code_tries    integer     not null default 0,
  event_sequence    integer     not null default 0,
  version           integer     not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  policies          jsonb       not null default '{}',   -- resolved at initiate, whole
  card_declines     integer     not null default 0,
  refunded_minor    bigint      not null default 0,   -- sent back by the merchant's refunds, confirmed
  origin            text        not null default 'CHECKOUT' check (origin in ('CHECKOUT', 'VIRTUAL_ACCOUNT')),
  amount_rule       text        not null default 'EXACT' check (amount_rule in ('EXACT', 'AT_LEAST', 'AT_MOST', 'ANY')),
  -- {cancelUrl, locale, accentColor, items}, those that were given; null: none.
  page              jsonb,
  -- {"Bank": {feePlanId, expectedMinor, feeMinor, vatMinor}}: what the payer is asked by each channel, and what is charged on it.
  offers            jsonb       not null default '{}',
  -- Null for all checkouts that initiate began, so that they have no entry in the index. There is no foreign key, because
  -- links stay.
  payment_link_id   text,
  unique (merchant_id, payment_reference)
) with (fillfactor = 70);
-- Every initiate writes an entry into each of these indexes. So entries are short: a hash stands for the texts, which the
-- list compares as well. Because of the hash, no plan for one checkout of a merchant uses the first index while the table is
-- small. The first index holds the end of the session, so that lists pass over ended sessions unread; it changes only where
-- a clock is moved.
create index checkout_listed on checkout (hashtextextended(merchant_id, 0), created_at, expires_at);
create index checkout_of_email on checkout (hashtextextended(merchant_id || lower(customer ->> 'email'), 0), created_at)
  where (customer ->> 'email') is not null;
create index checkout_of_phone on checkout (hashtextextended(merchant_id || (customer ->> 'phoneNumber'), 0), created_at)
  where (customer ->> 'phoneNumber') is not null;
create index checkout_payment_link on checkout (payment_link_id, created_at desc, checkout_id desc)
  where payment_link_id is not null;

-- Checkouts that are not just open, and not just paid by one transfer: "status EXPIRED", "reason UNPAID", "exception LATE",
-- "channel Card". A mark stays when the checkout changes again, so a list looks at the checkout as well.
create table checkout_mark (
  merchant_id text        not null,
  mark        text        not null,
  created_at  timestamptz not null,   -- the checkout's
  checkout_id text        not null references checkout,
  primary key (merchant_id, mark, created_at, checkout_id)
);
-- A trigger marks them, so that no step can forget it. The changes of a payment that just fits do not fire it.
create trigger checkout_marked after update of status, status_reason, exceptions on checkout for each row
  when (new.status not in ('INITIATED', 'AWAITING_PAYMENT', 'PROCESSING', 'SUCCESSFUL') or new.exceptions <> '{}')
  execute function mark_checkout();

create table virtual_account (
  virtual_account_id text        primary key,
  account_number     text        not null,
  prefix             text        not null,
  checkout_id        text        references checkout,
  merchant_id        text        not null,
  account_name       text        not null,
  amount_minor       bigint,
  validity_minutes   integer,
  status             text        not null default 'ACTIVE',
  created_at         timestamptz not null default now(),
  expires_at         timestamptz,
  generation         integer     not null default 0,
  released_at        timestamptz,   -- since then the number is nobody's
  type               text        not null default 'DYNAMIC' check (type in ('DYNAMIC', 'STATIC')),
  ours_until         timestamptz,   -- from here on the bank may give the number to somebody else; null: it stays ours
  provider_reference text,   -- the bank's own name for the account
  constraint virtual_account_number_generation unique (account_number, generation),
  constraint virtual_account_status_check check (case type
    when 'DYNAMIC' then status in ('ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED')
    else status in ('ACTIVE', 'SUSPENDED', 'CLOSED') end),
  constraint virtual_account_form check (case type
    when 'DYNAMIC' then num_nulls(checkout_id, amount_minor, validity_minutes, expires_at) = 0
    else num_nonnulls(checkout_id, amount_minor, validity_minutes, expires_at) = 0 end)
) with (fillfactor = 80);
create index virtual_account_checkout on virtual_account (checkout_id);
-- Numbers that are not free, by prefix. Quarantines and counts are read by this index.
create index virtual_account_held on virtual_account (prefix, expires_at) where released_at is null;
create index virtual_account_listed on virtual_account (merchant_id, created_at, virtual_account_id) where checkout_id is not null;

-- The data of a static account beyond its number. No identity number is kept: only its hash under a key of ours, to see
-- whether a request names the same one, and its last four digits.
create table static_account (
  virtual_account_id text        primary key references virtual_account,
  merchant_id        text        not null references merchant,
  reference          text        not null,
  request_hash       bytea       not null,   -- covers the request without the identity: the same again is a replay
  prefix             text        not null references number_prefix,
  owner              jsonb       not null,   -- {accountName, firstName, lastName, email, phoneNumber}
  name_words         tsvector    not null,   -- src/domain/names.ts
  identity_type      text        not null check (identity_type in ('BVN', 'NIN')),
  identity_hash      bytea       not null check (length(identity_hash) = 32),
  identity_kid       text        not null,   -- names the key
  identity_last4     text        not null check (identity_last4 ~ '^\d{4}$'),
  metadata           jsonb       not null default '{}',
  created_at         timestamptz not null,
  stopped_at         timestamptz,   -- it takes no money since then; null while it is ACTIVE
  unique (merchant_id, reference)
);
create index static_account_listed on static_account (merchant_id, created_at, virtual_account_id);
create index static_account_name on static_account using gin (name_words);
create index static_account_of_prefix on static_account (merchant_id, prefix, created_at, virtual_account_id);
create index static_account_stopped on static_account (merchant_id, created_at, virtual_account_id) where stopped_at is not null;

create table static_account_change (
  change_id          bigint      generated always as identity primary key,
  virtual_account_id text        not null references static_account,
  status             text        not null,
  actor              text        not null,   -- the client that asked
  reason             text,
  changed_at         timestamptz not null
);
create index static_account_change_of on static_account_change (virtual_account_id, change_id);

-- ========== Money that comes in

-- One row per transfer. Its id is the transactionReference that the merchant sees.
create table inward_credit (
  credit_id          text        primary key,
  provider           text        not null,
  session_id         text        not null,
  account_number     text,
  virtual_account_id text        references virtual_account,
  checkout_id        text        references checkout,
  merchant_id        text,
  amount_minor       bigint      not null check (amount_minor > 0),
  currency           text        not null default 'NGN',
  source             jsonb       not null default '{}',   -- {accountNumber, accountName, bankCode, bankName}
  narration          text,
  sent_at            timestamptz,   -- the time by the sender's bank, when it is credible
  received_at        timestamptz not null default now(),
  outcome            text        check (outcome in ('EXACT', 'UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE', 'UNMATCHED')),
  applied_minor      bigint      not null default 0,
  excess_minor       bigint      not null default 0,
  applied_at         timestamptz,
  channel            text        not null,
  policy_applied     text,
  fee_minor          bigint      not null default 0,   -- charged on this credit
  vat_minor          bigint      not null default 0,
  refunded_minor     bigint      not null default 0,   -- on its way back to the payer, or arrived there
  resolution         text        check (resolution in ('ACCEPTED', 'RETURNED', 'KEPT')),   -- set for a credit that was held
  in_time            boolean,
  event_sequence     integer     not null default 0,   -- counts the events of a credit without a checkout
  credit_key         text,   -- the provider's own unique key of the credit; null: the session id is unique
  rail_fee_minor     bigint,   -- what the provider keeps of it, and the VAT on that
  rail_vat_minor     bigint,
  settled_minor      bigint,   -- the amount that the provider says it pays on
  scheme_ids         jsonb,   -- {endToEndId, uetr} of ISO 20022
  constraint inward_credit_told_once unique nulls not distinct (provider, session_id, credit_key),
  constraint refunded_of_received check (refunded_minor between 0 and amount_minor)
) with (fillfactor = 80);
create unique index inward_credit_key on inward_credit (provider, credit_key) where credit_key is not null;
create index inward_credit_checkout on inward_credit (checkout_id);
create index inward_credit_listed on inward_credit (merchant_id, received_at, credit_id, amount_minor, channel, currency);
-- Credits to a number without a checkout, with the columns that a static account's totals are summed from.
-- None of these columns changes.
create index inward_credit_of_number on inward_credit (account_number, received_at)
  include (virtual_account_id, amount_minor, in_time) where checkout_id is null and account_number is not null;
create index inward_credit_received on inward_credit using brin (received_at) with (pages_per_range = 16, autosummarize = on);

-- Credits that are not just an exact payment: something did not fit, goes back, or is disputed. Lists of these few read this
-- table instead of all that the merchant has received.
create table noted_credit (
  merchant_id text        not null,
  received_at timestamptz not null,
  credit_id   text        not null references inward_credit,
  outcome     text,   -- the outcome in inward_credit, which is set once; null: not in the books when noted
  primary key (merchant_id, received_at, credit_id)
);

create table card_attempt (
  attempt_id    text        primary key,   -- also the charge's id at the acquirer
  checkout_id   text        not null references checkout,
  merchant_id   text        not null,
  provider      text        not null,
  token_sealed  bytea       not null,
  token_hash    bytea       not null,   -- the same token again is a replay
  amount_minor  bigint      not null check (amount_minor > 0),
  status        text        not null default 'PENDING'
    check (status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED',
                     'FAILED', 'EXPIRED', 'CANCELLED', 'UNKNOWN')),
  response_code text,
  failure       text,
  action        jsonb,   -- {type, url}
  card          jsonb,   -- {brand, first6, last4, expMonth, expYear, issuer}
  credit_id     text        references inward_credit,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  -- The page that the charge was asked from; null: the merchant's own, and the payer goes to redirect_url.
  return_url    text
);
create index card_attempt_checkout on card_attempt (checkout_id);
create unique index card_attempt_one_open on card_attempt (checkout_id)
  where status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN');

-- ========== Facts for workflows

-- The facts that workflows must learn. A row is sent again from due_at on until it is marked applied.
create table fact (
  fact_id     bigint      generated always as identity primary key,
  checkout_id text,
  kind        text        not null
    check (kind in ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD',
                   'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN', 'CLOCK_MOVED', 'DISPUTE_ANSWERED')),
  subject_id  text,   -- the virtual account or the credit that the fact is about
  deadline    timestamptz,   -- when the workflow acts on the fact by itself, if ever
  due_at      timestamptz default now() + interval '3 seconds',   -- null once applied
  attempts    integer     not null default 0,
  created_at  timestamptz not null default now(),
  applied_at  timestamptz,
  constraint fact_due_until_applied check ((applied_at is null) = (due_at is not null))
) with (fillfactor = 80);
create index fact_due on fact (due_at) where due_at is not null;
create index fact_held on fact (created_at, subject_id) where kind = 'CREDIT_HELD';
create index fact_open on fact (checkout_id) where applied_at is null;
create index fact_subject on fact (subject_id)
  where applied_at is null and kind in ('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN', 'DISPUTE_ANSWERED');

-- ========== Money that goes out

create table stamp_duty (
  effective_from  timestamptz primary key,
  threshold_minor bigint      not null,
  duty_minor      bigint      not null
);
insert into stamp_duty values ('2026-01-01T00:00:00+01', 1000000, 5000);

-- Filled by the migrator from src/domain/refund-state.ts.
create table refund_transition (
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (from_status, event)
);

-- Money that goes back to a payer, whoever decided it.
create table refund (
  refund_id        text        primary key,
  merchant_id      text        references merchant,   -- null: of an unmatched credit that is nobody's
  checkout_id      text        references checkout,
  credit_id        text        not null references inward_credit,
  refund_reference text        not null,   -- the merchant's, or the refund id
  request_hash     bytea,   -- covers the merchant's request: the same again is a replay
  origin           text        not null check (origin in ('POLICY', 'MERCHANT', 'OPERATOR')),
  reason           text        not null,   -- UNDERPAID, OVERPAID, LATE, DUPLICATE, UNMATCHED, CANCELLED, MERCHANT_REQUEST...
  note             text,
  amount_minor     bigint      not null check (amount_minor > 0),
  currency         text        not null default 'NGN',
  duty_minor       bigint      not null default 0,
  duty_bearer      text        not null check (duty_bearer in ('PLATFORM', 'MERCHANT')),
  channel          text        not null,
  provider         text        not null,   -- the rail it goes out by
  destination      jsonb       not null,   -- {accountNumber, accountName, bankCode, bankName}; {} for a card
  status           text        not null default 'REQUESTED',   -- src/domain/refund-state.ts
  response_code    text,
  failure          text,
  attempts         integer     not null default 0,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  completed_at     timestamptz,
  redirected_at    timestamptz,   -- when the merchant named the other account; null: back to the payer's
  unique (merchant_id, refund_reference)
) with (fillfactor = 80);
create index refund_checkout on refund (checkout_id);
create index refund_credit on refund (credit_id);
create index refund_listed on refund (merchant_id, created_at, refund_id);
create index refund_open on refund (updated_at) where status not in ('SUCCESSFUL', 'FAILED');
create index refund_redirected on refund (merchant_id, redirected_at) where redirected_at is not null;

-- Each sending of money through a rail, under the session id that the bank knows it by.
create table outward_transfer (
  session_id    text        primary key,
  provider      text        not null,
  purpose       text        not null check (purpose in ('REFUND', 'PAYOUT')),
  purpose_id    text        not null,
  attempt       integer     not null,
  amount_minor  bigint      not null check (amount_minor > 0),
  currency      text        not null default 'NGN',
  status        text        not null default 'SENT' check (status in ('SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RETURNED')),
  response_code text,
  failure       text,
  sent_at       timestamptz not null default now(),
  settled_at    timestamptz,
  known_as      jsonb,   -- what the bank calls it: {providerId, sessionId, endToEndId, uetr}
  unique (purpose, purpose_id, attempt)
);
create index outward_transfer_open on outward_transfer (sent_at) where status in ('SENT', 'UNKNOWN');
-- A statement names a transfer by the bank's own session id.
create index outward_transfer_known_as on outward_transfer ((known_as ->> 'sessionId')) where known_as is not null;

-- ========== Disputes

-- The events of rails besides credits, each once.
create table rail_event (
  provider     text        not null,
  event_id     text        not null,
  kind         text        not null,
  subject      text        not null,
  amount_minor bigint,
  outcome      text        not null,
  received_at  timestamptz not null default now(),
  primary key (provider, event_id)
);
-- The reports of one transfer's recall are summed up.
create index rail_event_recall on rail_event (subject) where kind = 'RECALL';

-- A chargeback of a card payment, or a sender bank's recall of a transfer.
create table dispute (
  dispute_id         text        primary key,
  provider           text        not null,
  provider_reference text        not null,
  kind               text        not null check (kind in ('CHARGEBACK', 'RECALL')),
  credit_id          text        not null references inward_credit,
  checkout_id        text        references checkout,
  merchant_id        text        references merchant,
  amount_minor       bigint      not null check (amount_minor > 0),
  status             text        not null check (status in ('OPENED', 'WON', 'LOST')),
  opened_at          timestamptz not null default now(),
  closed_at          timestamptz,
  reason             text,   -- in the acquirer's words
  evidence_due_at    timestamptz,   -- null: the acquirer has named no deadline
  unique (provider, provider_reference)
);
create index dispute_credit on dispute (credit_id);
create index dispute_listed on dispute (merchant_id, opened_at, dispute_id);

-- Merchants' answers to chargebacks, and the outcome of each at the acquirer.
create table dispute_answer (
  answer_id     text        primary key,   -- the acquirer knows it by this id, and takes each id once
  dispute_id    text        not null references dispute,
  kind          text        not null check (kind in ('ACCEPT', 'EVIDENCE')),
  request_hash  bytea       not null,
  evidence      jsonb,
  status        text        not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'REFUSED')),
  response_code text,
  failure       text,   -- why it was refused
  created_at    timestamptz not null default now(),
  sent_at       timestamptz,   -- set before it first leaves: from then on the acquirer is asked before another try
  completed_at  timestamptz,
  check ((evidence is not null) = (kind = 'EVIDENCE')),
  check ((completed_at is null) = (status = 'PENDING'))
);
create index dispute_answer_of on dispute_answer (dispute_id, created_at);
-- One answer to a dispute; only one that the acquirer refused may be followed by another.
create unique index dispute_answer_one on dispute_answer (dispute_id) where status <> 'REFUSED';

-- ========== Settlement

-- The days that ops declare to be holidays, or to be none; fixed feasts and Easter are worked out (domain/calendar.sql).
create table holiday (
  day        date        primary key,
  is_holiday boolean     not null,
  name       text        not null,
  changed_at timestamptz not null default now()
);

create table holiday_change (
  holiday_change_id bigint      generated always as identity primary key,
  day               date        not null,
  is_holiday        boolean,   -- null: the declaration was withdrawn
  name              text,
  operator          text        not null,
  reason            text        not null,
  replanned         integer     not null,   -- due dates that it moved
  changed_at        timestamptz not null default now()
);

-- The accounts that merchants are paid to. Only the status changes, and a name that an operator accepts: another account is
-- another row.
create table settlement_account (
  settlement_account_id text        primary key,
  merchant_id           text        not null references merchant,
  account_number        text        not null,
  bank_code             text        not null,   -- NIP institution code
  bank_name             text,
  account_name          text        not null,   -- the name that name enquiry returned when it was registered
  provider              text        not null,   -- the rail that pays it
  currency              text        not null default 'NGN',   -- the currency of payouts into it
  is_default            boolean     not null default false,
  status                text        not null check (status in ('ACTIVE', 'REMOVED')),
  usable_from           timestamptz not null,   -- after the cooling period
  created_at            timestamptz not null default now(),
  removed_at            timestamptz
);
create unique index settlement_account_default on settlement_account (merchant_id, currency) where is_default and status = 'ACTIVE';
create unique index settlement_account_number on settlement_account (merchant_id, bank_code, account_number)
  where status = 'ACTIVE';

create table settlement_account_change (
  change_id             bigint      generated always as identity primary key,
  settlement_account_id text        not null references settlement_account,
  merchant_id           text        not null,
  what                  text        not null check (what in ('REGISTERED', 'MADE_DEFAULT', 'REMOVED', 'NAME_ACCEPTED')),
  actor                 text        not null,   -- client id of the token, or the operator
  detail                jsonb       not null default '{}',
  changed_at            timestamptz not null default now()
);
create index settlement_account_change_account on settlement_account_change (settlement_account_id);

create table settlement_settings_change (
  settlement_settings_change_id bigint      generated always as identity primary key,
  merchant_id                   text        not null references merchant,
  settlement_schedule           text        not null,
  minimum_payout_minor          bigint      not null,
  actor                         text        not null,   -- client id of the token
  replanned                     integer     not null,   -- due dates that it moved
  changed_at                    timestamptz not null default now()
);
create index settlement_settings_change_merchant on settlement_settings_change (merchant_id);

-- One cycle of the schedule, over all merchants.
create table settlement_run (
  cycle       text        not null check (cycle in ('DAILY', 'INSTANT')),
  cut_off     timestamptz not null,   -- money that was received before this time may be due
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  result      jsonb       not null default '{}',   -- counts by outcome, amounts as strings
  primary key (cycle, cut_off)
);

-- A settlement is a statement of one merchant: the balance transactions frozen into it, and the part of it that is paid out.
create table settlement (
  settlement_id         text        primary key,   -- stl_ + ULID
  merchant_id           text        not null references merchant,
  number                integer     not null,   -- 1, 2, 3... per merchant and currency
  settlement_reference  text        not null,   -- the merchant's, or the settlement id
  request_hash          bytea,   -- covers the merchant's request: the same again is a replay
  type                  text        not null check (type in ('SCHEDULED', 'ON_DEMAND')),
  cycle                 text        check (cycle in ('DAILY', 'INSTANT')),
  cut_off               timestamptz not null,
  run_on                date        not null,   -- Lagos
  currency              text        not null default 'NGN',
  settlement_account_id text        references settlement_account,
  status                text        not null
    check (status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'REVERSED', 'ON_HOLD', 'CANCELLED')),
  hold_reason           text,   -- NEGATIVE_BALANCE, NAME_CHANGED, ACCOUNT_REFUSED, MERCHANT_INACTIVE...
  failure               text,
  noted_name            text,   -- the holder's name as the bank gives it, when it differs from the registered one
  narration             text,
  transaction_count     integer     not null,
  opening_minor         bigint      not null,   -- the closing balance of the settlement before
  gross_minor           bigint      not null,   -- collections
  fee_minor             bigint      not null,   -- for the collections, and dispute fees
  vat_minor             bigint      not null,
  refund_minor          bigint      not null,
  chargeback_minor      bigint      not null,
  reversal_minor        bigint      not null,   -- payouts that failed or came back
  duty_minor            bigint      not null,   -- on refunds
  adjustment_minor      bigint      not null default 0,   -- whatever else changed the balance
  payout_fee_minor      bigint      not null,   -- including VAT
  payout_duty_minor     bigint      not null,
  net_minor             bigint      not null check (net_minor >= 0),   -- the amount that is sent
  closing_minor         bigint      not null,
  paid_minor            bigint      not null default 0,   -- the part of net that has arrived
  event_sequence        integer     not null default 0,
  version               integer     not null default 1,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  completed_at          timestamptz,
  unique (merchant_id, currency, number),
  unique (merchant_id, settlement_reference),
  constraint settlement_once_per_cut_off unique (merchant_id, currency, cycle, cut_off),
  constraint settlement_adds_up check (
    opening_minor + gross_minor - fee_minor - vat_minor - refund_minor - chargeback_minor + reversal_minor - duty_minor
      + adjustment_minor - payout_fee_minor - payout_duty_minor = net_minor + closing_minor)
) with (fillfactor = 80);
create index settlement_history on settlement (merchant_id, created_at desc, settlement_id desc);
create index settlement_open on settlement (updated_at) where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD');

-- The transactions that already bear the id of a merchant's next settlement, and their totals.
create table settlement_draft (
  merchant_id       text    not null references merchant,
  currency          text    not null,
  settlement_id     text    not null,
  run_on            date    not null,   -- nothing in it was due later
  transaction_count integer not null default 0,
  gross_minor       bigint  not null default 0,
  fee_minor         bigint  not null default 0,
  vat_minor         bigint  not null default 0,
  refund_minor      bigint  not null default 0,
  chargeback_minor  bigint  not null default 0,
  reversal_minor    bigint  not null default 0,
  duty_minor        bigint  not null default 0,
  adjustment_minor  bigint  not null default 0,
  primary key (merchant_id, currency)
);

-- Filled by the migrator from src/domain/payout-state.ts.
create table payout_transition (
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (from_status, event)
);

-- Each transfer of a settlement; more than one where the rail's limit is lower than what is due.
create table payout (
  payout_id     text        primary key,   -- pay_ + ULID
  settlement_id text        not null references settlement,
  merchant_id   text        not null,
  part          integer     not null check (part >= 1),
  provider      text        not null,
  amount_minor  bigint      not null check (amount_minor > 0),   -- the amount that is sent
  duty_minor    bigint      not null default 0,
  fee_minor     bigint      not null default 0,
  vat_minor     bigint      not null default 0,
  currency      text        not null default 'NGN',
  status        text        not null default 'SCHEDULED',   -- src/domain/payout-state.ts
  response_code text,
  failure       text,
  attempts      integer     not null default 0,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  completed_at  timestamptz,
  unique (settlement_id, part)
) with (fillfactor = 80);
create index payout_open on payout (updated_at) where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN');

-- One row for each journal and currency that changes a merchant's balance: accounts 2100 + 2110 - 1300. post_journals writes
-- it.
create table balance_transaction (
  balance_transaction_id bigint      generated always as identity primary key,
  merchant_id            text        not null,
  currency               text        not null,
  type                   text        not null
    check (type in ('COLLECTION', 'REFUND', 'CHARGEBACK', 'SETTLEMENT', 'SETTLEMENT_REVERSAL', 'ADJUSTMENT')),
  source_type            text        not null,   -- the journal's
  source_id              text        not null,
  purpose                text        not null,
  gross_minor            bigint      not null,   -- money that comes in is positive
  fee_minor              bigint      not null default 0,
  vat_minor              bigint      not null default 0,
  duty_minor             bigint      not null default 0,
  net_minor              bigint      not null,
  due_on                 date        not null,   -- the Lagos date of the run that may pay it out
  settlement_id          text,   -- the settlement whose statement it is on; null: of none yet
  created_at             timestamptz not null default now(),
  unique (source_type, source_id, purpose, currency),
  constraint balance_transaction_net check (net_minor = gross_minor - fee_minor - vat_minor - duty_minor)
) with (fillfactor = 90);
-- A period's statement finds its lines by the time they were booked. So does a reader of all lines of a merchant.
create index balance_transaction_booked on balance_transaction (merchant_id, created_at, balance_transaction_id);
create index balance_transaction_open on balance_transaction (merchant_id, due_on) where settlement_id is null;
create index balance_transaction_settled on balance_transaction (settlement_id, balance_transaction_id)
  where settlement_id is not null;

-- ========== Webhooks

create table webhook_endpoint (
  merchant_id     text        primary key references merchant,
  url             text        not null,
  secret_sealed   bytea       not null,   -- AES-256-GCM: the secret signs, so it must be readable again
  secret_version  integer     not null default 1,
  events          text[],   -- null: all of them
  status          text        not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED', 'SUPPRESSED')),
  disabled_reason text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  -- The first failed attempt since the last success; null: the last one succeeded, or there was none.
  failing_since   timestamptz
);

-- Secrets that were replaced and sign beside the present one until they expire.
create table webhook_former_secret (
  merchant_id    text        not null references webhook_endpoint,
  secret_version integer     not null,
  secret_sealed  bytea       not null,
  expires_at     timestamptz not null,
  primary key (merchant_id, secret_version)
);

create table event (
  event_id    text        primary key,
  merchant_id text        not null,
  checkout_id text,
  sequence    integer     not null,
  type        text        not null,
  body        text        not null,   -- the exact bytes that are signed and sent, at every attempt
  created_at  timestamptz not null default now(),
  unique (checkout_id, sequence)
);
-- Lists and replays go along the events, whose rows never change. Failed deliveries are searched apart from all that
-- arrived.
create index event_of_merchant on event (merchant_id, event_id);

create table webhook_delivery (
  delivery_id   text        primary key,
  event_id      text        not null,
  merchant_id   text        not null,
  url           text,   -- null: no endpoint was set when the event happened
  status        text        not null check (status in ('PENDING', 'DELIVERING', 'DELIVERED', 'RETRYING', 'DEAD', 'SUPPRESSED')),
  attempts      integer     not null default 0,
  -- DELIVERING: after this time the claim is over, and the delivery may be claimed again. RETRYING: see revive_deliveries
  lease_until   timestamptz,
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  claimed_by    text,   -- the dispatcher that has it
  redelivery_of text,   -- the delivery that this one repeats, because the merchant asked for it
  replay_id     text
) with (fillfactor = 70);
create index webhook_delivery_due on webhook_delivery (merchant_id, delivery_id) where status in ('PENDING', 'DELIVERING');
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_failed on webhook_delivery (merchant_id, event_id) where status in ('RETRYING', 'DEAD', 'SUPPRESSED');
create index webhook_delivery_replay on webhook_delivery (replay_id) where replay_id is not null;
create index webhook_delivery_replaying on webhook_delivery (replay_id)
  where replay_id is not null and status in ('PENDING', 'DELIVERING', 'RETRYING');
create index webhook_delivery_stalled on webhook_delivery (lease_until) where status = 'RETRYING';

create table webhook_attempt (
  delivery_id    text        not null,
  attempt        integer     not null,
  started_at     timestamptz not null,
  duration_ms    integer     not null,
  http_status    integer,
  failure        text,   -- named reason when there was no 2xx
  response       text,   -- the head of the answer's body
  url            text,   -- the URL it was sent to; the endpoint may have changed since
  first_byte_ms  integer,   -- until the answer's headers were there
  signature      text,   -- webhook-signature
  body_signature text,   -- x-notification-signature
  primary key (delivery_id, attempt)
);

-- A replay sends the events of a range once more, page by page.
create table webhook_replay (
  replay_id   text        primary key,
  merchant_id text        not null references merchant,
  since       timestamptz not null,
  before      timestamptz not null,
  event_types text[],   -- null: all of them
  only_failed boolean     not null,
  status      text        not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'STOPPED')),
  stop_reason text,
  position    text        not null default '',   -- the last event that was looked at
  queued      integer     not null default 0,
  created_at  timestamptz not null default now(),
  moved_at    timestamptz not null default now(),
  finished_at timestamptz
);
create unique index webhook_replay_running on webhook_replay (merchant_id) where status = 'RUNNING';

-- ========== The bank, compared with the books

-- The lines of the bank's own statement as they were fetched, and the result of matching each with the books.
create table statement_line (
  provider      text        not null,
  line_id       bigint      not null,
  kind          text        not null,
  session_id    text,
  amount_minor  bigint      not null,
  balance_minor bigint      not null,
  booked_at     timestamptz not null,
  matched       text        not null,   -- MATCHED, MISSED_CREDIT, FATE_DIFFERS, CHARGED, UNEXPLAINED
  imported_at   timestamptz not null default now(),
  primary key (provider, line_id)
);
create index statement_line_session on statement_line (session_id);

create table statement_line_waiting (
  provider text        not null,
  line_id  bigint      not null,
  line     jsonb       not null,   -- the line as the bank's adapter read it, amounts as strings
  tries    integer     not null default 0,   -- failed tries
  due_at   timestamptz not null default now(),
  primary key (provider, line_id)
);

-- When a bank was last asked about a transfer at a merchant's request.
create table bank_asked (
  merchant_id text        primary key references merchant,
  asked_at    timestamptz not null
);

-- The findings of reconciliations and sweeps, with the action on each; one row per finding.
create table finding (
  finding_id     bigint      generated always as identity primary key,
  kind           text        not null,
  subject        text        not null,
  detail         jsonb       not null default '{}',
  action         text        not null,
  times          integer     not null default 1,
  found_at       timestamptz not null default now(),
  last_at        timestamptz not null default now(),
  case_opened_at timestamptz,
  resolved_at    timestamptz,
  resolution     jsonb,   -- {operator, reason}
  unique (kind, subject)
);
create index finding_open on finding (kind, found_at) where action = 'ATTENTION';
-- Findings that were put right without a person. Their cases must look again.
create index finding_righted on finding (kind) where action = 'RESOLVED' and resolved_at is null and case_opened_at is not null;

-- When each claim of the proof of the books was last checked by itself, and with which result.
create table proven_claim (
  claim     text        primary key,
  proven_at timestamptz not null,
  took_ms   integer     not null,
  faults    bigint      not null
);

-- ========== After a restore

-- The mark rises while a worker runs, and the worker keeps the last mark outside of the database. A sequence would not do.
-- After a crash, and in a copy that is brought forward by the write-ahead log, a sequence goes on up to 32 numbers later,
-- and so hides what was lost.
create table progress_mark (
  only_row    boolean primary key default true check (only_row),
  mark        bigint  not null default 0,
  database_id text    not null default gen_random_uuid()::text   -- another database has marks of its own
) with (fillfactor = 50);
insert into progress_mark default values;

-- Nothing leaves through a bank before the bank's recovery has ended, because its statement has to be read first.
create table recovery (
  provider  text        not null,
  began_at  timestamptz not null default now(),
  reason    text        not null check (reason in ('BEHIND', 'BY_HAND')),
  read_from timestamptz not null,   -- a reading of the statement that begins after this, and comes to its end, ends it
  ended_at  timestamptz,
  primary key (provider, began_at)
);
create unique index recovery_open on recovery (provider) where ended_at is null;
