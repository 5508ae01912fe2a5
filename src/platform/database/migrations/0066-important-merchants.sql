-- Up Migration
-- Whose webhooks operators are told of at once when its server does not take them.
alter table merchant add column is_important boolean not null default false;
