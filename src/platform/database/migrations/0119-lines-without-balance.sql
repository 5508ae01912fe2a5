-- Up Migration

-- Null: the file of the line has no balances. Until now such lines were stored with a balance of 0.
alter table statement_line alter column balance_minor drop not null;
update statement_line l set balance_minor = null where l.line_id < 0 and l.balance_minor = 0;
