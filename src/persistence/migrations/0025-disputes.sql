-- Up Migration
-- What an acquirer says of a chargeback besides its amount, and the index that merchants' lists of disputes are read by.
alter table dispute
  add column reason          text,          -- in the acquirer's words
  add column evidence_due_at timestamptz;   -- null: the acquirer has named no deadline
create index dispute_listed on dispute (merchant_id, opened_at, dispute_id);

-- Down Migration
drop index dispute_listed;
alter table dispute drop column reason, drop column evidence_due_at;
