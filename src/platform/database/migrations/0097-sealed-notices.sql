-- Up Migration

-- A notice that could not be booked names a payer. So the bytes that came are sealed, and deleted after a while. Null: they
-- are gone.
alter table kept_notice add column body_sealed bytea;
-- contracts: no release has had this column; notices that wait are told again by their banks.
alter table kept_notice drop column body;
