-- Up Migration

-- A notice that could not be booked names a payer: it is sealed, as the bytes that came, and gone after a while. Null: it is gone.
alter table kept_notice add column body_sealed bytea;
-- contracts: no release has had this column; notices that wait are told again by their banks.
alter table kept_notice drop column body;
