-- Up Migration
-- What merchants answer to chargebacks, and what became of each answer at the acquirer.
create table dispute_answer (
  answer_id     text primary key,      -- what the acquirer knows it by: it takes each id once
  dispute_id    text        not null references dispute,
  kind          text        not null check (kind in ('ACCEPT', 'EVIDENCE')),
  request_hash  bytea       not null,
  evidence      jsonb       check ((evidence is not null) = (kind = 'EVIDENCE')),
  status        text        not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'REFUSED')),
  response_code text,
  failure       text,                  -- why it was refused
  created_at    timestamptz not null default now(),
  sent_at       timestamptz,           -- before it leaves for the first time: from then on the acquirer is asked first
  completed_at  timestamptz check ((completed_at is null) = (status = 'PENDING'))
);
create index dispute_answer_of on dispute_answer (dispute_id, created_at);
-- One answer to a dispute; only one that the acquirer refused may be followed by another.
create unique index dispute_answer_one on dispute_answer (dispute_id) where status <> 'REFUSED';

alter table fact
  drop constraint fact_kind_check,
  add constraint fact_kind_check check (kind in
    ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED',
     'SETTLEMENT_FROZEN', 'CLOCK_MOVED', 'DISPUTE_ANSWERED'));
drop index fact_subject;
create index fact_subject on fact (subject_id) where applied_at is null
  and kind in ('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN', 'DISPUTE_ANSWERED');

-- Down Migration
drop index fact_subject;
delete from fact where kind = 'DISPUTE_ANSWERED';
create index fact_subject on fact (subject_id) where applied_at is null
  and kind in ('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN');
alter table fact
  drop constraint fact_kind_check,
  add constraint fact_kind_check check (kind in
    ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED',
     'SETTLEMENT_FROZEN', 'CLOCK_MOVED'));
drop table dispute_answer;
