-- Up Migration

-- How far our credits of each bank were looked for on its statement: those that came before this time were found there, or
-- are findings.
create table credits_sought (
  provider      text        primary key,
  credits_until timestamptz not null
);
