-- Up Migration
-- What was told of the recall of one transfer is summed up.
create index rail_event_recall on rail_event (subject) where kind = 'RECALL';

-- Down Migration
drop index rail_event_recall;
