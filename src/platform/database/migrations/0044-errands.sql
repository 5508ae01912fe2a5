-- Up Migration
-- An errand is an act that one operator proposes and another one confirms: a Schedule runs, pauses or catches up, or a
-- payment is refunded in its merchant's place. Errands are kept for good: they say who, why and when.
create table errand (
  errand_id   text        primary key,   -- ern_ + ULID
  kind        text        not null check (kind in ('SCHEDULE', 'REFUND')),
  subject     text        not null,      -- the Schedule, or the payment
  wish        jsonb       not null,      -- {act, since}; {amountMinor}: null for all that is left
  says        text        not null check (length(says) between 1 and 300),   -- the sentence that both operators read; nothing personal
  merchant_id text,
  reason      text        not null check (length(reason) between 1 and 500),
  status      text        not null default 'PROPOSED' check (status in ('PROPOSED', 'DONE', 'WITHDRAWN')),
  operator_id text        not null references operator,
  operator    text        not null,
  partner     text,
  created_at  timestamptz not null default now(),
  decided_at  timestamptz
);
create unique index errand_open on errand (kind, subject) where status = 'PROPOSED';
