-- Up Migration

-- What is known of the statements that a bank gives as files.
create table statement_source (
  provider text  primary key,
  account  text,   -- our account, by the first file; a file of another account is refused
  mapping  jsonb   -- the columns of its CSV
);
