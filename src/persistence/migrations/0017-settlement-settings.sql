-- Up Migration
-- When and from how much on a merchant is paid out: every change of it.

alter table merchant add constraint merchant_settlement_schedule check (settlement_schedule ~
  '^(T0_INSTANT|T1|T2|WEEKLY:(MON|TUE|WED|THU|FRI)|MONTHLY:([1-9]|[12][0-9]|3[01])|MANUAL)$');

create table settlement_settings_change (
  settlement_settings_change_id bigint generated always as identity primary key,
  merchant_id          text not null references merchant,
  settlement_schedule  text not null,
  minimum_payout_minor bigint not null,
  actor                text not null,              -- client id of the token
  replanned            integer not null,           -- due dates that it moved
  changed_at           timestamptz not null default now()
);
create index settlement_settings_change_merchant on settlement_settings_change (merchant_id);
