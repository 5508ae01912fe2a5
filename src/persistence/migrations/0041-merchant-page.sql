-- Up Migration
-- What a merchant's pages look like, and who may frame them.
alter table merchant
  -- {accentColor, embedOrigins}, those that were given
  add column page jsonb not null default '{}',
  -- {hash, width, height}; null: no logo
  add column logo jsonb;
-- Apart, so that the picture is read by those only who send it.
create table merchant_logo (
  merchant_id text  primary key references merchant,
  hash        text  not null,
  png         bytea not null
);
create index merchant_logo_hash on merchant_logo (hash);

-- Down Migration
drop table merchant_logo;
alter table merchant drop column page, drop column logo;
