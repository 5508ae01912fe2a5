-- Up Migration
-- The bank's text beside money that left our account, or came back, without our knowing why. When we telephone the bank,
-- it asks for nothing else. Null for every other line, because the payment says who has paid.
alter table statement_line add column narration text;
alter table statement_line add column counterpart jsonb;   -- accountNumber, accountName, bankName
