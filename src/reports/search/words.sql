-- The words of orders and payments. They are stored in tables of their own (order_words, payment_words). file_words writes them a moment
-- after the order, so that no order waits for them. A search itself makes the words of the newest rows, which file_words may not have
-- reached yet.

-- Returns the word for a thing's merchant, which is stored among the words that people search for.
create function word_of_merchant(p_merchant_id text) returns text language sql immutable as $$
  select '~' || p_merchant_id
$$;

-- Returns the words by which an order is found: its reference, its customer's names and its amount.
create function words_of_order(c checkout) returns tsvector language sql stable as $$
  select search_words(c.payment_reference, coalesce(c.customer ->> 'firstName', '') || ' ' || coalesce(c.customer ->> 'lastName', ''),
                      null, c.amount_minor)
    || array_to_tsvector(array[word_of_merchant(c.merchant_id)])
$$;

-- Returns the words by which a payment is found: its sender's name and account, and its amount.
create function words_of_payment(k inward_credit) returns tsvector language sql stable as $$
  select search_words(null, k.source ->> 'accountName', k.source ->> 'accountNumber', k.amount_minor)
    || array_to_tsvector(array[word_of_merchant(coalesce(k.merchant_id, ''))])
$$;

-- Makes the words of a changed order again. A trigger of the table calls this function.
create or replace function refile_order() returns trigger language plpgsql as $$
begin
  update order_words w set words = words_of_order(new) where w.id = new.checkout_id;
  return null;
end $$;

-- Does for a payment what refile_order does for an order.
create or replace function refile_payment() returns trigger language plpgsql as $$
begin
  update payment_words w set words = words_of_payment(new) where w.id = new.credit_id;
  return null;
end $$;

-- Returns how each kind is filed: its table, the key of the table, the function that makes its words, and the table of the words.
create function filing_of(p_kind text, out source text, out key text, out prefix text, out words_of text, out words_table text)
language sql immutable as $$
  select v.source, v.key, v.prefix, v.words_of, v.words_table
    from (values ('ORDER', 'checkout', 'checkout_id', 'chk_', 'words_of_order', 'order_words'),
                 ('TRANSACTION', 'inward_credit', 'credit_id', 'txn_', 'words_of_payment', 'payment_words'))
      v (kind, source, key, prefix, words_of, words_table)
   where v.kind = p_kind
$$;

-- Files the words of the oldest rows that have none, at most p_limit, and returns how many rows it has found. An id is made before its row
-- is committed, so the last two minutes are searched each time, and the last two days once an hour; with p_newest, only the last ten seconds,
-- because each search looks all rows of its time up. A row is locked while its words are made, so that a change of the row comes before its
-- words or finds them. A row that is being changed now is skipped and filed later, so that nothing waits.
create function file_words_of(p_kind text, p_limit integer, p_newest boolean) returns integer language plpgsql as $$
declare
  how constant record := filing_of(p_kind);
  young constant text := id_since(how.prefix, now() - interval '2 minutes');
  filed constant words_filed := (select f from words_filed f where f.kind = p_kind);
  is_wide constant boolean := not p_newest and filed.looked_at < now() - interval '1 hour';
  look_from constant text := case
    when p_newest then greatest(filed.through, id_since(how.prefix, now() - interval '10 seconds'))
    when is_wide then least(filed.through, id_since(how.prefix, now() - interval '2 days'))
    else filed.through end;
  count integer;
  last_id text;
  skipped text;
begin
  execute format(
    'with unfiled as materialized (
       select s.%2$I as id from %1$I s where s.%2$I > $1 and (select w.id from %3$I w where w.id = s.%2$I) is null
        order by s.%2$I limit $2
     ), locked as (
       select s.* from unfiled u join %1$I s on s.%2$I = u.id for share of s skip locked
     ), done as (
       insert into %3$I (id, merchant_id, words) select l.%2$I, l.merchant_id, %4$I(l::%1$I) from locked l
       on conflict do nothing
     )
     select count(*), max(u.id), min(u.id) filter (where l.%2$I is null) from unfiled u left join locked l on l.%2$I = u.id',
    how.source, how.key, how.words_table, how.words_of)
    into count, last_id, skipped using look_from, p_limit;
  if p_newest then
    return count;
  end if;
  update words_filed f
     set through = case when skipped < young then f.through
                        else greatest(f.through, case when count = p_limit then least(last_id, young) else young end) end,
         looked_at = case when is_wide and count < p_limit then now() else f.looked_at end
   where f.kind = p_kind;
  return count;
end $$;

-- Files the words of at most p_limit orders and p_limit payments, and returns how many rows it has found. One process does it at a time.
-- p_newest: as in file_words_of.
create function file_words(p_limit integer, p_newest boolean default false) returns integer language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('file_words', 0)) then
    return 0;
  end if;
  return file_words_of('ORDER', p_limit, p_newest) + file_words_of('TRANSACTION', p_limit, p_newest);
end $$;

-- Returns the newest rows with these words, in four steps. Rows that are not filed yet are looked for among the newest 300 of the source.
-- Then the newest 1,000 filed rows are read, which usually have the common words. Other words are rare, so the index of words finds few
-- rows of them: first rows with exactly these words and, if these are not enough, rows with words that begin with them. Where the index
-- finds more than 2,000 rows, the newest 50,000 of the table are searched, which takes a few hundredths of a second and ends as soon as
-- there are enough. All rows of the index are read only for words that are common, but rare among these 50,000.
create function filed_by_words(p_kind text, p_merchant_id text, p_words tsquery, p_limit integer) returns setof text
-- without sorting, the newest rows are read in the order of their index; the planner would otherwise read and sort all rows of a merchant
-- that is not known to be large
language plpgsql stable set enable_sort = off as $$
declare
  how constant record := filing_of(p_kind);
  words constant tsquery := case when p_merchant_id is null then p_words
    else p_words && format('%L', word_of_merchant(p_merchant_id))::tsquery end;
  newest constant text := format(
    'select array(select r.id from (select w.* from %I w where %s order by w.id desc limit $4) r where r.words @@ $1 order by r.id desc limit $2)',
    how.words_table, case when p_merchant_id is null then 'true' else 'w.merchant_id = $3' end);
  by_index constant text := format(
    'with hits as materialized (select w.id from %I w where w.words @@ $1 limit $3)
     select array(select h.id from hits h order by h.id desc limit $2), (select count(*) from hits)', how.words_table);
  many constant integer := 2000;
  ids text[];
  others text[];
  hits bigint;
  wanted tsquery;
begin
  execute format(
    'select array(select s.%2$I from (select n.* from %1$I n order by n.%2$I desc limit 300) s
                   where (select w.id from %3$I w where w.id = s.%2$I) is null and %4$I(s::%1$I) @@ $1)',
    how.source, how.key, how.words_table, how.words_of)
    into ids using words;
  execute newest into others using words, p_limit, p_merchant_id, 1000;
  ids := ids || others;
  foreach wanted in array array[replace(words::text, ':*', '')::tsquery, words] loop
    exit when cardinality(ids) >= p_limit;
    execute by_index into others, hits using wanted, p_limit, many + 1;
    if hits > many then
      execute newest into others using wanted, p_limit, p_merchant_id, 50000;
      if cardinality(others) < p_limit then
        execute by_index into others, hits using wanted, p_limit, null::integer;
      end if;
    end if;
    ids := array(select distinct i from unnest(ids || others) i);
  end loop;
  return query select i from unnest(ids) i order by i desc limit p_limit;
end $$;
