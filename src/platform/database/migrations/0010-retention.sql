-- Up Migration
-- Old rows of these tables are dropped all the time (src/upkeep/retention). Their space must be free for new rows soon. By
-- default, PostgreSQL waits until a fifth of a table is dead.
alter table event set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_delivery set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_attempt set (autovacuum_vacuum_scale_factor = 0.02);
alter table fact set (autovacuum_vacuum_scale_factor = 0.02);
