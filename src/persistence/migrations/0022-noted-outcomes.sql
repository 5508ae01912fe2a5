-- Up Migration
-- What did not fit about a noted credit, so that a list of late ones passes over all others without reading their credits.

alter table noted_credit add column outcome text;   -- inward_credit's, which is given once; null: not in the books when noted
update noted_credit n set outcome = k.outcome from inward_credit k where k.credit_id = n.credit_id;

-- Down Migration
alter table noted_credit drop column outcome;
