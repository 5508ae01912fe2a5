-- Up Migration

-- UNKNOWN: the bank has never given an answer about the payment. The row says when it was asked last, so that those that
-- were not asked yet come first.
alter table asked_at_bank drop constraint asked_at_bank_outcome_check;
alter table asked_at_bank add constraint asked_at_bank_outcome
  check (outcome in ('SAME', 'OTHER', 'ABSENT', 'UNKNOWN')) not valid;
