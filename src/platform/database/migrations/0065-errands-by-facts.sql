-- Up Migration
-- The worker carries out an errand that two operators have confirmed. The worker learns of it by a fact, as of every other
-- order to Temporal, so that nothing is lost between the confirmation and the act.
alter table fact drop constraint fact_kind_check;
alter table fact add constraint fact_kind_check check (kind in
  ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED',
   'SETTLEMENT_FROZEN', 'CLOCK_MOVED', 'DISPUTE_ANSWERED', 'ERRAND_CONFIRMED')) not valid;

-- CONFIRMED: the errand is to be carried out. FAILED: it could not be, because its Schedule is not there any more.
alter table errand drop constraint errand_status_check;
alter table errand add constraint errand_status_check check (status in
  ('PROPOSED', 'CONFIRMED', 'DONE', 'FAILED', 'WITHDRAWN')) not valid;
