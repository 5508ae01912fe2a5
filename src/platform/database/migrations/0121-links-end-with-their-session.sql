-- Up Migration

-- The session that asked for a link of kind APP: the link ends with it. It is no foreign key, because sessions are deleted. Null: the link
-- is of another kind.
alter table person_invitation add column session_id text;
