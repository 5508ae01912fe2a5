-- Up Migration
-- Operators are notified at once when the server of an important merchant does not take its webhooks.
alter table merchant add column is_important boolean not null default false;
