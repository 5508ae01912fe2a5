-- Up Migration
-- What reconciliation and sweeps look for every minute is found without reading the tables whole. None of these indexes
-- touches a column that changes, so the updates of a payment stay as cheap as they were.

create index inward_credit_received on inward_credit using brin (received_at) with (pages_per_range = 16, autosummarize = on);
create index fact_held on fact (created_at, subject_id) where kind = 'CREDIT_HELD';
create index ledger_account_suspense on ledger_account (code) where code in ('2200', '2210', '2220', '2230');

-- A finding that only a person can put right has a case, a workflow for each kind.
alter table finding
  add column case_opened_at timestamptz,
  add column resolved_at    timestamptz,
  add column resolution     jsonb;              -- {operator, reason}
create index finding_open on finding (kind, found_at) where action = 'ATTENTION';
