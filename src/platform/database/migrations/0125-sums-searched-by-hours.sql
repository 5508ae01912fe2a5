-- Up Migration

-- The search for changed orders goes on from hour to hour, a few in each statement, so that no statement grows with the rate
-- of orders (src/reports/sums/kept-sums.sql).
alter table kept_sum_state
  add column search_began   timestamptz,   -- null: no search is under way
  add column searched_until timestamptz;   -- hours before this are searched
