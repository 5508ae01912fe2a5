-- Times and account numbers as merchants read them, and names as they are compared.

-- A time in UTC, to the millisecond.
create function rfc3339(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- An account number of which only the last four digits can be read.
create function masked(p_account text) returns text language sql immutable as $$
  select repeat('*', greatest(length(p_account) - 4, 0)) || right(p_account, 4)
$$;

-- Letters in capitals, without marks and apostrophes; all other signs stay. src/domain/names.ts does the same.
create function plain_capitals(p_text text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(translate(upper(regexp_replace(
           translate(normalize(translate(p_text, a.signs, ''), nfkd), a.signs, ''),
           '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]',
           '', 'g') collate pg_unicode_fast),
           'ƁƊƘƳƉƐƆƎƏƔƑƖƗƲɄƝŊƬŦƓǤƇŁØĐÐĦƵɃƷ', 'BDKYDEOEEGFIIVUNNTTGGCLODDHZBZ'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS')
    from (select '''’‘‛ʼʻʽʹʾʿˈ´`′‵＇Ꞌꞌ׳' as signs) a
$$;

-- A name in capitals, without marks and apostrophes; whatever is neither letter nor digit is one space.
create function fold_name(p_name text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(plain_capitals(p_name), '[^[:alnum:]]+' collate pg_unicode_fast, ' ', 'g'))
$$;

-- A name as NIP takes it: at most 100 capitals without marks, digits, spaces and the signs . & / -
create function nip_text(p_text text) returns text language sql immutable parallel safe as $$
  select btrim(left(btrim(regexp_replace(translate(plain_capitals(p_text), '‐‑‒–—―−', '-------'), '[^A-Z0-9.&/-]+', ' ', 'g')), 100))
$$;

-- Returns the same form for two names that people take for one: besides case, marks and spacing, 0 and O are equal, and so are
-- 1, I and L.
create function look_alike_name(p_name text) returns text language sql immutable parallel safe as $$
  select translate(fold_name(p_name), '01L', 'OII')
$$;

-- Tells whether a name holds each word of the text that somebody looks for; the text must have three letters or more.
create function name_holds(p_name text, p_text text) returns boolean language sql immutable parallel safe as $$
  select coalesce(length(w.folded) >= 3 and (
           select bool_and(strpos(fold_name(p_name), word) > 0) from unnest(string_to_array(w.folded, ' ')) word), false)
    from (select fold_name(p_text) as folded) w
$$;

-- The name under which banks know the number of a merchant's customer. The name is kept as payers' banks will show it.
create function customer_account_name(p_trade_name text, p_customer text) returns text language sql immutable parallel safe as $$
  select nip_text(concat_ws('-', nip_text(p_trade_name), nullif(nip_text(p_customer), '')))
$$;
