-- Up Migration
-- The words by which orders and payments are found (search_words). They stand apart from the rows, so that an order is
-- written without them, and a search need not make them again. file_words (src/reports/search/words.sql) writes them a
-- moment later.
create table order_words (
  id          text     primary key,   -- the order's
  merchant_id text     not null,
  words       tsvector not null
);
create index order_words_of_merchant on order_words (merchant_id, id);
create index order_words_index on order_words using gin (words) with (fastupdate = off);

create table payment_words (
  id          text     primary key,   -- the transaction's
  merchant_id text,   -- null: of an account number that is nobody's
  words       tsvector not null
);
create index payment_words_of_merchant on payment_words (merchant_id, id);
create index payment_words_index on payment_words using gin (words) with (fastupdate = off);

-- All rows of a kind up to this id have their words written.
create table words_filed (
  kind      text        primary key check (kind in ('ORDER', 'TRANSACTION')),
  through   text        not null default '',
  looked_at timestamptz not null default now()   -- when two days were last looked at for rows that came late
);
insert into words_filed (kind) values ('ORDER'), ('TRANSACTION');

-- Erasing a payer or changing an amount changes the words. A trigger renews them, so that no step can forget it.
create function refile_order() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create function refile_payment() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create trigger checkout_refiled after update of customer, amount_minor on checkout for each row
  when (new.customer is distinct from old.customer or new.amount_minor <> old.amount_minor) execute function refile_order();
create trigger inward_credit_refiled after update of source on inward_credit for each row
  when (new.source is distinct from old.source) execute function refile_payment();

drop index if exists checkout_searched;
drop index if exists inward_credit_searched;
