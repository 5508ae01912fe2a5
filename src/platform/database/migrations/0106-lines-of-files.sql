-- Up Migration

-- Lines of files get negative numbers, so that none of them is taken for the last line that was fetched from a bank. A bank
-- whose lines are fetched too has counted them from 1, and has not come to a trillion. The numbers of files are made
-- from a hash of 62 bits.
create temporary table of_file on commit drop as
  select l.provider, l.line_id from (select x.provider, x.line_id from statement_line x
                                     union all select w.provider, w.line_id from statement_line_waiting w) l
    join statement_source s on s.provider = l.provider and s.account is not null
   where l.line_id > case when exists (select from statement_read r where r.provider = l.provider) then 1000000000000 else 0 end;
update statement_line l set line_id = -l.line_id from of_file o where o.provider = l.provider and o.line_id = l.line_id;
update statement_line_waiting w
   set line_id = -w.line_id, line = jsonb_set(w.line, '{lineId}', to_jsonb((-w.line_id)::text))
  from of_file o where o.provider = w.provider and o.line_id = w.line_id;
update finding f
   set subject = case when f.subject = o.provider || '/' || o.line_id then o.provider || '/' || -o.line_id else f.subject end,
       detail = jsonb_set(f.detail, '{lineId}', to_jsonb(-o.line_id))
  from of_file o where f.detail ->> 'provider' = o.provider and f.detail ->> 'lineId' = o.line_id::text;
