-- Up Migration
-- The words by which something is found: the reference as a whole and by its parts, the names, the account number (behind
-- an @), and the amount in minor units (behind a =).
-- Indexes are built with this function, so it never changes: another rule needs another function, with indexes of its own.
-- The function calls nothing that a release makes, because a restore knows no release. Names are folded as fold_name folds
-- them; a test compares the two.
create function search_words(p_reference text, p_names text, p_account_number text, p_amount_minor bigint) returns tsvector
language plpgsql immutable parallel safe cost 200 as $$
begin
  return array_to_tsvector(array_remove(array_remove(
    array[upper(p_reference), '@' || p_account_number, '=' || p_amount_minor]
    || regexp_split_to_array(upper(p_reference), '[^A-Z0-9]+0*')
    || regexp_split_to_array(
         replace(replace(replace(replace(translate(upper(regexp_replace(
           translate(normalize(translate(p_names, '''’‘‛ʼʻʽʹʾʿˈ´`′‵＇Ꞌꞌ׳', ''), nfkd), '''’‘‛ʼʻʽʹʾʿˈ´`′‵＇Ꞌꞌ׳', ''),
           '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]',
           '', 'g') collate pg_unicode_fast),
           'ƁƊƘƳƉƐƆƎƏƔƑƖƗƲɄƝŊƬŦƓǤƇŁØĐÐĦƵɃƷ', 'BDKYDEOEEGFIIVUNNTTGGCLODDHZBZ'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS'),
         '[^[:alnum:]]+' collate pg_unicode_fast),
    ''), null));
end $$;
