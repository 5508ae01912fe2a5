-- Up Migration

-- The largest single transfer of each bank, as its provider's settings have it. The worker writes it when it starts.
create table bank_limit (
  provider       text   primary key,
  transfer_minor bigint not null check (transfer_minor > 0)
);
