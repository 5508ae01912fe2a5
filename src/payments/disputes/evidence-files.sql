-- Files that merchants upload as evidence.

-- Locks the case of this merchant's dispute until the end of the transaction, and returns the dispute; null when the merchant has no such
-- dispute. The dispute is read again under the lock, because an answer or the acquirer may have changed it meanwhile.
create function lock_merchants_dispute(p_merchant_id text, p_dispute_id text) returns dispute language plpgsql as $$
declare
  d dispute;
begin
  select * into d from dispute x where x.dispute_id = p_dispute_id and x.merchant_id = p_merchant_id;
  perform lock_case(d.credit_id);
  select * into d from dispute x where x.dispute_id = d.dispute_id;
  return d;
end $$;

-- Returns the reason why the merchant cannot answer a dispute; null when it can be answered.
create function unanswerable(d dispute) returns text language sql volatile as $$
  select case
    when exists (select from dispute_answer a where a.dispute_id = d.dispute_id and a.status <> 'REFUSED') then 'DISPUTE_ALREADY_ANSWERED'
    when d.kind <> 'CHARGEBACK' or d.status <> 'OPENED' then 'DISPUTE_NOT_OPEN'
    when d.evidence_due_at <= clock_timestamp() then 'DISPUTE_DEADLINE_PASSED' end
$$;

-- Returns the ids of the files that evidence names.
create function files_named(p_evidence jsonb) returns setof text language sql immutable as $$
  select x.document ->> 'fileId' from jsonb_array_elements(p_evidence -> 'documents') x (document) where x.document ->> 'fileId' is not null
$$;

-- Stores a file for a dispute that its merchant may still answer. The same file again returns the existing one. p_most_files, p_most_bytes:
-- the limits for one dispute.
create function add_evidence_file(
  p_merchant_id text, p_dispute_id text, p_file_id text, p_media_type text, p_bytes integer, p_upload_hash bytea, p_sealed bytea,
  p_most_files integer, p_most_bytes integer, p_by jsonb,
  out outcome text, out file_id text, out media_type text, out bytes integer, out created_at timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
  d dispute := lock_merchants_dispute(p_merchant_id, p_dispute_id);
  f evidence_file;
begin
  if d.dispute_id is null then
    outcome := 'RESOURCE_NOT_FOUND';
    return;
  end if;
  select * into f from evidence_file x where x.dispute_id = p_dispute_id and x.upload_hash = p_upload_hash;
  outcome := case when f.file_id is not null then 'EXISTING' else coalesce(unanswerable(d), (
    select case when count(*) >= p_most_files or coalesce(sum(x.bytes), 0) + p_bytes > p_most_bytes
                then 'EVIDENCE_FULL' else 'ADDED' end
      from evidence_file x where x.dispute_id = p_dispute_id)) end;
  if outcome = 'ADDED' then
    insert into evidence_file (file_id, dispute_id, merchant_id, media_type, bytes, upload_hash, content_sealed)
      values (p_file_id, p_dispute_id, p_merchant_id, p_media_type, p_bytes, p_upload_hash, p_sealed)
      returning * into f;
    perform record_audit(p_by, 'dispute.file', 'dispute', p_dispute_id, p_merchant_id, null,
                         jsonb_build_object('fileId', f.file_id, 'mediaType', f.media_type, 'bytes', f.bytes));
  end if;
  file_id := f.file_id;
  media_type := f.media_type;
  bytes := f.bytes;
  created_at := f.created_at;
end $$;

-- Deletes the files of a dispute that no answer names.
create function forget_unused_files(p_dispute_id text) returns void language sql as $$
  delete from evidence_file f where f.dispute_id = p_dispute_id and not exists (
    select from dispute_answer a, files_named(a.evidence) n where a.dispute_id = p_dispute_id and n = f.file_id)
$$;
