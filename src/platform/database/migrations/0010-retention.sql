-- Up Migration
-- Rows of these tables are dropped all the time once they are old (functions/retention). Their room is taken again soon: otherwise
-- PostgreSQL waits until a fifth of a table is dead.
alter table event set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_delivery set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_attempt set (autovacuum_vacuum_scale_factor = 0.02);
alter table fact set (autovacuum_vacuum_scale_factor = 0.02);
