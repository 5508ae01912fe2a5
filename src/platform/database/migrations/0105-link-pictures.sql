-- Up Migration
-- A payment link may have a picture of what is paid for.
alter table payment_link add column picture jsonb;   -- {hash, width, height}; null: none

-- A table of its own, so that only those who send the picture read it.
create table payment_link_picture (
  payment_link_id text  primary key references payment_link,
  hash            text  not null,
  webp            bytea not null
);
create index payment_link_picture_hash on payment_link_picture (hash);
