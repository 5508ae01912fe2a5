-- Up Migration

-- When a notice that waits was read last. last_at is when its provider sent it last, and its text is deleted by that.
alter table kept_notice add column read_at timestamptz not null default now();
