-- Finds things by what people know about them: a reference or a part of one, a name, an amount, an account number, a session id, an id.
-- p_terms is what src/domain/search-terms.ts makes of the query: {text, said, ending, id, email, phone, digits, words}. With p_merchant_id
-- only this merchant's things are found; null: those of all merchants.

-- A thing that was found. score: 0 for a whole key, 1 for data of a person or an account, 2 for words.
create type found_thing as (
  kind text, subject text, reference text, merchant_id text, name text, amount_minor bigint, currency text, status text,
  at timestamptz, matched text, score integer, payment_reference text);

-- The key of a found row of one kind, before the row itself is read.
create type found_key as (subject text, matched text, score integer);

-- Returns the newest rows whose words match. The text in each query is the expression of its index
-- (src/platform/database/concurrent-indexes.ts). There are many orders and payments, so their words are stored in tables of their own
-- (words.sql).
create function ids_by_words(p_kind text, p_merchant_id text, p_words tsquery, p_limit integer) returns setof text
language plpgsql stable as $$
begin
  if p_words is null then
    return;
  end if;
  if p_kind in ('ORDER', 'TRANSACTION') then
    return query select filed_by_words(p_kind, p_merchant_id, p_words, p_limit);
    return;
  end if;
  return query execute (case p_kind
    when 'REFUND' then $q$select x.refund_id from refund x where search_words(x.refund_reference, x.destination ->> 'accountName',
      x.destination ->> 'accountNumber', x.amount_minor) @@ $1$q$
    when 'SETTLEMENT' then $q$select x.settlement_id from settlement x where search_words(x.settlement_reference, null::text,
      null::text, x.net_minor) @@ $1$q$
    when 'DISPUTE' then $q$select x.dispute_id from dispute x where search_words(x.provider_reference, null::text, null::text,
      x.amount_minor) @@ $1$q$ end)
    || case when p_merchant_id is null then '' else ' and x.merchant_id = $2' end || ' order by 1 desc limit $3'
    using p_words, p_merchant_id, p_limit;
end $$;

-- Returns the merchants whose things may be found. The caller queries an index that begins with the merchant, once for each of them.
create function merchants_searched(p_merchant_id text) returns table (merchant_id text) language sql stable as $$
  select m.merchant_id from merchant m where p_merchant_id is null or m.merchant_id = p_merchant_id
$$;

-- Finds orders by id, reference, e-mail, phone, an account number that was given for them, and words. With its || the merchant is only
-- compared, because the indexes of e-mail addresses and phone numbers find few rows, while a merchant has many orders.
create function found_orders(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select c.checkout_id, 'ID', 0 from checkout c
   where c.checkout_id = p_terms ->> 'id' and (p_merchant_id is null or c.merchant_id = p_merchant_id)
  union all
  select c.checkout_id, 'REFERENCE', 0 from merchants_searched(p_merchant_id) m
    join checkout c on c.merchant_id = m.merchant_id and c.payment_reference = p_terms ->> 'text'
  union all
  select c.checkout_id, 'EMAIL', 1 from merchants_searched(p_merchant_id) m
   cross join lateral (
     select k.checkout_id from checkout k
      where hashtextextended(k.merchant_id || lower(k.customer ->> 'email'), 0) = hashtextextended(m.merchant_id || (p_terms ->> 'email'), 0)
        and k.merchant_id || '' = m.merchant_id and lower(k.customer ->> 'email') = p_terms ->> 'email'
        and (k.customer ->> 'email') is not null
      order by k.created_at desc limit p_limit) c
   where p_terms ? 'email'
  union all
  select c.checkout_id, 'PHONE', 1 from merchants_searched(p_merchant_id) m
   cross join lateral (
     select k.checkout_id from checkout k
      where hashtextextended(k.merchant_id || (k.customer ->> 'phoneNumber'), 0) = hashtextextended(m.merchant_id || (p_terms ->> 'phone'), 0)
        and k.merchant_id || '' = m.merchant_id and k.customer ->> 'phoneNumber' = p_terms ->> 'phone'
        and (k.customer ->> 'phoneNumber') is not null
      order by k.created_at desc limit p_limit) c
   where p_terms ? 'phone'
  union all
  select v.checkout_id, 'ACCOUNT_NUMBER', 1 from virtual_account v
   where v.account_number = p_terms ->> 'digits' and v.checkout_id is not null
     and (p_merchant_id is null or v.merchant_id = p_merchant_id)
  union all
  select w, 'WORDS', 2 from ids_by_words('ORDER', p_merchant_id, (p_terms ->> 'words')::tsquery, p_limit) w
$$;

-- Returns the refunds or payouts for which our transfer with this session id was made.
create function purposes_of_session(p_purpose text, p_session_id text) returns table (purpose_id text) language sql stable as $$
  select o.purpose_id from outward_transfer o where o.session_id = p_session_id and o.purpose = p_purpose
$$;

-- Finds transactions by id, session, the static account that was paid into, and words. The payment of an order is found with the order.
create function found_transactions(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select k.credit_id, 'ID', 0 from inward_credit k
   where k.credit_id = p_terms ->> 'id' and (p_merchant_id is null or k.merchant_id = p_merchant_id)
  union all
  select s.credit_id, 'SESSION_ID', 0 from credits_by_session(p_merchant_id, p_terms ->> 'text') s
  union all
  (select k.credit_id, 'ACCOUNT_NUMBER', 1 from inward_credit k
    where k.account_number = p_terms ->> 'digits' and k.checkout_id is null and k.account_number is not null
      and (p_merchant_id is null or k.merchant_id = p_merchant_id)
    order by k.received_at desc limit p_limit)
  union all
  select w, 'WORDS', 2 from ids_by_words('TRANSACTION', p_merchant_id, (p_terms ->> 'words')::tsquery, p_limit) w
$$;

-- Finds refunds by id, the session of a sending, and words.
create function found_refunds(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select r.refund_id, 'ID', 0 from refund r
   where r.refund_id = p_terms ->> 'id' and (p_merchant_id is null or r.merchant_id = p_merchant_id)
  union all
  select r.refund_id, 'SESSION_ID', 0 from purposes_of_session('REFUND', p_terms ->> 'text') s
    join refund r on r.refund_id = s.purpose_id where p_merchant_id is null or r.merchant_id = p_merchant_id
  union all
  select w, 'WORDS', 2 from ids_by_words('REFUND', p_merchant_id, (p_terms ->> 'words')::tsquery, p_limit) w
$$;

-- Finds settlements by id, the id of a payout, the session of a sending, and words.
create function found_settlements(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select s.settlement_id, 'ID', 0 from settlement s
   where s.settlement_id = p_terms ->> 'id' and (p_merchant_id is null or s.merchant_id = p_merchant_id)
  union all
  select p.settlement_id, 'ID', 0 from payout p
   where p.payout_id = p_terms ->> 'id' and (p_merchant_id is null or p.merchant_id = p_merchant_id)
  union all
  select p.settlement_id, 'SESSION_ID', 0 from purposes_of_session('PAYOUT', p_terms ->> 'text') s
    join payout p on p.payout_id = s.purpose_id where p_merchant_id is null or p.merchant_id = p_merchant_id
  union all
  select w, 'WORDS', 2 from ids_by_words('SETTLEMENT', p_merchant_id, (p_terms ->> 'words')::tsquery, p_limit) w
$$;

-- Finds disputes by id and words.
create function found_disputes(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select d.dispute_id, 'ID', 0 from dispute d
   where d.dispute_id = p_terms ->> 'id' and (p_merchant_id is null or d.merchant_id = p_merchant_id)
  union all
  select w, 'WORDS', 2 from ids_by_words('DISPUTE', p_merchant_id, (p_terms ->> 'words')::tsquery, p_limit) w
$$;

-- Returns the newest numbers that were given to payers. A caller who knows only the last four digits of an account most likely means a
-- recent one. No index has these digits, so older numbers are not searched.
create function newest_accounts(p_merchant_id text) returns table (subject text, account_number text) language sql stable as $$
  (select v.virtual_account_id, v.account_number from virtual_account v where v.merchant_id = p_merchant_id and v.checkout_id is not null
    order by v.created_at desc, v.virtual_account_id desc limit 1000)
  union all
  select a.virtual_account_id, a.account_number
    from (select v.virtual_account_id, v.account_number from virtual_account v order by v.virtual_account_id desc limit 1000) a
   where p_merchant_id is null
$$;

-- Finds account numbers by id, number, the last four digits, the merchant's reference, and the holder of a static account.
create function found_accounts(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select v.virtual_account_id, 'ID', 0 from virtual_account v
   where v.virtual_account_id = p_terms ->> 'id' and (p_merchant_id is null or v.merchant_id = p_merchant_id)
  union all
  select v.virtual_account_id, 'ACCOUNT_NUMBER', 0 from virtual_account v
   where v.account_number = p_terms ->> 'digits' and (p_merchant_id is null or v.merchant_id = p_merchant_id)
  union all
  (select a.subject, 'ACCOUNT_NUMBER', 1 from newest_accounts(p_merchant_id) a
    where p_terms ? 'ending' and right(a.account_number, 4) = p_terms ->> 'ending' order by a.subject desc limit p_limit)
  union all
  select s.virtual_account_id, 'REFERENCE', 0 from merchants_searched(p_merchant_id) m
    join static_account s on s.merchant_id = m.merchant_id and s.reference = p_terms ->> 'text'
  union all
  (select s.virtual_account_id, 'WORDS', 2 from static_account s
    where s.name_words @@ (p_terms ->> 'words')::tsquery and (p_merchant_id is null or s.merchant_id = p_merchant_id)
    order by s.virtual_account_id desc limit p_limit)
$$;

-- Finds cases by number, our account number, session and order.
create function found_cases(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select c.case_number::text, 'NUMBER', 0 from attention_case c where c.case_number = (p_terms ->> 'number')::bigint
     and (p_merchant_id is null or c.merchant_id = p_merchant_id)
  union all
  select c.case_number::text, 'ACCOUNT_NUMBER', 1 from attention_case c where c.account_number = p_terms ->> 'digits'
     and (p_merchant_id is null or c.merchant_id = p_merchant_id)
  union all
  select c.case_number::text, 'SESSION_ID', 1 from attention_case c where c.session_id = p_terms ->> 'text'
     and (p_merchant_id is null or c.merchant_id = p_merchant_id)
  union all
  select c.case_number::text, 'REFERENCE', 1 from attention_case c where c.payment_reference = p_terms ->> 'text'
     and (p_merchant_id is null or c.merchant_id = p_merchant_id)
$$;

-- Finds merchants by id, the number of a settlement account, the e-mail address of a contact, and their names.
create function found_merchants(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select m.merchant_id, 'ID', 0 from merchant m where m.merchant_id = p_terms ->> 'id'
  union all
  select a.merchant_id, 'ACCOUNT_NUMBER', 1 from settlement_account a where a.account_number = p_terms ->> 'digits'
  union all
  select c.merchant_id, 'EMAIL', 1 from merchant_contact c where lower(c.email) = p_terms ->> 'email'
  union all
  (select m.merchant_id, 'WORDS', 2 from merchant m where name_holds(m.name || ' ' || m.trade_name, coalesce(p_terms ->> 'said', p_terms ->> 'text'))
    order by m.merchant_id desc limit p_limit)
$$;

-- Finds keys of merchants by the client id, in upper or lower case.
create function found_keys(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select k.client_id, 'ID', 0 from merchant_key k where lower(k.client_id) = lower(p_terms ->> 'text')
$$;

-- Finds journals by number.
create function found_journals(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select j.journal_id::text, 'NUMBER', 0 from journal j where j.journal_id = (p_terms ->> 'number')::bigint
$$;

-- Finds webhook deliveries by their id, or by the id of the event.
create function found_deliveries(p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key language sql stable as $$
  select d.delivery_id, 'ID', 0 from webhook_delivery d where d.delivery_id = p_terms ->> 'id' or d.event_id = p_terms ->> 'id'
$$;

-- Returns the found keys of one kind, each once with its best match. The best matches come first, and among equals the newest.
create function found_of_kind(p_kind text, p_merchant_id text, p_terms jsonb, p_limit integer) returns setof found_key
language plpgsql stable as $$
begin
  return query execute format(
    'select (array_agg(f.subject))[1], (array_agg(f.matched order by f.score))[1], min(f.score)
       from %I($1, $2, $3) f group by f.subject order by min(f.score), f.subject desc limit $3',
    case p_kind when 'ORDER' then 'found_orders' when 'TRANSACTION' then 'found_transactions' when 'REFUND' then 'found_refunds'
      when 'SETTLEMENT' then 'found_settlements' when 'DISPUTE' then 'found_disputes' when 'ACCOUNT' then 'found_accounts'
      when 'CASE' then 'found_cases' when 'MERCHANT' then 'found_merchants' when 'KEY' then 'found_keys'
      when 'JOURNAL' then 'found_journals' when 'DELIVERY' then 'found_deliveries' end)
    using p_merchant_id, p_terms, p_limit;
end $$;

-- Describes a found row in the fields of the result list.
create function thing_of(p_kind text, p_key found_key) returns found_thing language plpgsql stable as $$
declare
  found_one found_thing;
  id constant text := p_key.subject;
begin
  case p_kind
    when 'ORDER' then
      select null, null, c.payment_reference, c.merchant_id, nullif(btrim(concat(c.customer ->> 'firstName', ' ', c.customer ->> 'lastName')), ''),
             c.expected_minor, c.currency, status_by_clock(c), c.created_at,
             null, null, c.payment_reference into found_one from checkout c where c.checkout_id = id;
    when 'TRANSACTION' then
      select null, null, c.payment_reference, k.merchant_id, k.source ->> 'accountName', k.amount_minor, k.currency,
             (select t.status from transaction_read t where t.credit_id = id), k.received_at,
             null, null, c.payment_reference into found_one from inward_credit k left join checkout c on c.checkout_id = k.checkout_id where k.credit_id = id;
    when 'REFUND' then
      select null, null, r.refund_reference, r.merchant_id, r.destination ->> 'accountName', r.amount_minor, r.currency, r.status, r.created_at,
             null, null, c.payment_reference into found_one from refund r left join checkout c on c.checkout_id = r.checkout_id where r.refund_id = id;
    when 'SETTLEMENT' then
      select null, null, s.settlement_reference, s.merchant_id, null, s.net_minor, s.currency, s.status, s.created_at
        into found_one from settlement s where s.settlement_id = id;
    when 'DISPUTE' then
      select null, null, d.provider_reference, d.merchant_id, null, d.amount_minor, k.currency, d.status, d.opened_at,
             null, null, c.payment_reference into found_one from dispute d join inward_credit k on k.credit_id = d.credit_id
        left join checkout c on c.checkout_id = d.checkout_id where d.dispute_id = id;
    when 'ACCOUNT' then
      select null, null, v.account_number, v.merchant_id, v.account_name, v.amount_minor, 'NGN', v.status, v.created_at,
             null, null, c.payment_reference into found_one from virtual_account v left join checkout c on c.checkout_id = v.checkout_id where v.virtual_account_id = id;
    when 'CASE' then
      select null, null, c.reason, c.merchant_id, null, c.amount_minor, c.currency, c.status, c.opened_at,
             null, null, c.payment_reference into found_one from attention_case c where c.case_number = id::bigint;
    when 'MERCHANT' then
      select null, null, m.trade_name, m.merchant_id, m.name, null, null, m.status, m.created_at
        into found_one from merchant m where m.merchant_id = id;
    when 'KEY' then
      select null, null, k.client_id, k.merchant_id, k.name, null, null,
             case when is_live_key(k) then 'ACTIVE' else 'ENDED' end, k.created_at into found_one from merchant_key k where k.client_id = id;
    when 'JOURNAL' then
      select null, null, j.source_type || ' ' || j.purpose, null, null, null, null, null, j.posted_at
        into found_one from journal j where j.journal_id = id::bigint;
    when 'DELIVERY' then
      select null, null, v.type, d.merchant_id, null, null, null, d.status, d.created_at
        into found_one from webhook_delivery d left join event v on v.event_id = d.event_id where d.delivery_id = id;
  end case;
  found_one.kind := p_kind;
  found_one.subject := id;
  found_one.matched := p_key.matched;
  found_one.score := p_key.score;
  return found_one;
end $$;

-- Returns the things of these kinds that the terms find, kind by kind, at most p_limit of each.
create function search_things(p_merchant_id text, p_terms jsonb, p_kinds text[], p_limit integer) returns setof found_thing
language sql stable as $$
  select t.* from unnest(p_kinds) with ordinality k (kind, place)
   cross join lateral (
     select f.ordinality, thing_of(k.kind, (f.subject, f.matched, f.score)::found_key) as thing
       from found_of_kind(k.kind, p_merchant_id, p_terms, p_limit) with ordinality f) x
   cross join lateral (select (x.thing).*) t
   order by k.place, x.ordinality
$$;
