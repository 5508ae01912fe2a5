-- Disputes as merchants see them.

-- A dispute with its order, its last answer, and whether its merchant may answer it now.
create view dispute_read as
  select d.*, k.currency, c.payment_reference,
         greatest(d.opened_at, d.closed_at, a.created_at, a.completed_at) as updated_at,
         a.kind as answer_kind, a.status as answer_status, a.failure as answer_failure,
         d.kind = 'CHARGEBACK' and d.status = 'OPENED' and coalesce(d.evidence_due_at > statement_timestamp(), true)
           and coalesce(a.status = 'REFUSED', true) as is_answerable,
         (select coalesce(jsonb_agg(jsonb_build_object('fileId', f.file_id, 'mediaType', f.media_type, 'size', f.bytes,
             'uploadedAt', rfc3339(f.created_at)) order by f.file_id), '[]')
            from evidence_file f where f.dispute_id = d.dispute_id) as files
    from dispute d
    join inward_credit k on k.credit_id = d.credit_id
    left join checkout c on c.checkout_id = d.checkout_id
    left join lateral (
      select * from dispute_answer x where x.dispute_id = d.dispute_id order by x.created_at desc, x.answer_id desc limit 1) a on true;
