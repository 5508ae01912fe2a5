-- Up Migration
-- An index of what has not arrived takes its place (concurrent-indexes.ts).
drop index webhook_delivery_replay;
