-- Up Migration

-- When the acquirer is asked again about an attempt that ended without its word: the payer did not act, gave up, or there was no
-- record of the charge. Null: never.
alter table card_attempt add column ask_at timestamptz;
-- Those that their payers gave up were found by their failure until now.
update card_attempt set ask_at = now() where status = 'EXPIRED' and failure = 'GIVEN_UP';
drop index if exists card_attempt_given_up;
