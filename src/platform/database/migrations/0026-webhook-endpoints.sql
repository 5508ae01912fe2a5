-- Up Migration
-- A merchant has several webhook endpoints, by number. The first is the one of Set Notification URL; its number is 1.
alter table webhook_endpoint add column endpoint integer not null default 1;
alter table webhook_former_secret add column endpoint integer not null default 1;
alter table webhook_former_secret drop constraint webhook_former_secret_merchant_id_fkey;
alter table webhook_former_secret drop constraint webhook_former_secret_pkey;
alter table webhook_endpoint drop constraint webhook_endpoint_pkey;
-- contracts: nothing has been released yet, so no release names an endpoint by its merchant alone
alter table webhook_endpoint add primary key (merchant_id, endpoint);
-- contracts: nothing has been released yet, so no release names an endpoint by its merchant alone
alter table webhook_former_secret add primary key (merchant_id, endpoint, secret_version);
-- contracts: nothing has been released yet, and the table has a row for each secret of the last day
alter table webhook_former_secret add foreign key (merchant_id, endpoint) references webhook_endpoint on delete cascade;

-- The highest number that an endpoint of the merchant has had. No number is used twice, except the first.
alter table merchant add column webhook_endpoints integer not null default 1;

alter table webhook_delivery add column endpoint integer not null default 1;
-- An index by endpoint takes its place (concurrent-indexes.ts).
drop index webhook_delivery_due;
drop index webhook_delivery_event;

alter table webhook_replay add column endpoint integer not null default 1;
drop index webhook_replay_running;
-- contracts: nothing has been released yet, and the table has a row for each replay that was asked for
create unique index webhook_replay_running on webhook_replay (merchant_id, endpoint) where status = 'RUNNING';
