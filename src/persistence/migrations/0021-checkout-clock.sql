-- Up Migration
-- In the sandbox a checkout's ends may be brought nearer; its workflow is told by a fact of its own.

alter table fact
  drop constraint fact_kind_check,
  add constraint fact_kind_check check (kind in
    ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED',
     'SETTLEMENT_FROZEN', 'CLOCK_MOVED'));

-- Down Migration
alter table fact
  drop constraint fact_kind_check,
  add constraint fact_kind_check check (kind in
    ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED',
     'SETTLEMENT_FROZEN'));
