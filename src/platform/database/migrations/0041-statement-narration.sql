-- Up Migration
-- What the bank writes beside money that left our account, or came back, without our knowing why: it is all that the bank asks for on
-- the telephone. Null for every other line: who has paid stands with the payment.
alter table statement_line add column narration text;
alter table statement_line add column counterpart jsonb;   -- accountNumber, accountName, bankName
