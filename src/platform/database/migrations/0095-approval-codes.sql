-- Up Migration

-- Codes that an operator has typed for a transfer that waits for one, until another operator has confirmed them. The row goes when the code is
-- taken, withdrawn or over.
create table approval_code (
  case_number  bigint       primary key references attention_case,
  sealed       bytea        not null,
  ends_at      timestamptz  not null
);
