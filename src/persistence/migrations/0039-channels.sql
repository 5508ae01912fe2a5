-- Up Migration
-- Ways to pay are rows. What a checkout asks by each of them stands on the checkout, so that a channel more costs no row.

-- They show columns that go; they are made anew with the functions.
do $$
declare shown text;
begin
  for shown in select format('drop view if exists %s cascade', c.oid::regclass) from pg_class c
                where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' loop
    execute shown;
  end loop;
end $$;

-- Filled by the migrator from src/domain/channels.ts.
create table channel (
  name           text primary key,
  kind           text not null check (kind in ('TRANSFER', 'CHARGE')),
  pool_account   text not null,      -- received money lies there
  income_account text not null,
  refund_account text not null,      -- refunds leave from there
  earliest_due   text not null check (earliest_due in ('T0', 'T2')),
  is_marked      boolean not null    -- checkouts that were paid by it have a mark
);
insert into channel (name, kind, pool_account, income_account, refund_account, earliest_due, is_marked)
  values ('Bank', 'TRANSFER', '1100', '4100', '1110', 'T0', false), ('Card', 'CHARGE', '1200', '4110', '1200', 'T2', true);

create table merchant_channel (
  merchant_id text not null references merchant,
  channel     text not null references channel,
  fee_plan_id text not null references fee_plan,
  place       smallint,              -- in the order in which checkouts offer it; null: they do not
  primary key (merchant_id, channel)
);
insert into merchant_channel (merchant_id, channel, fee_plan_id, place)
  select m.merchant_id, h.name, case h.name when 'Card' then coalesce(m.card_fee_plan_id, m.bank_fee_plan_id) else m.bank_fee_plan_id end,
         array_position(m.channels, h.name)
    from merchant m cross join channel h;
alter table merchant drop column bank_fee_plan_id, drop column card_fee_plan_id, drop column channels;

-- {"Bank": {feePlanId, expectedMinor, feeMinor, vatMinor}}: what the payer is asked by each channel, and what is charged on it.
alter table checkout add column offers jsonb not null default '{}';
update checkout c set offers =
  case when 'Bank' = any (c.channels) or c.card_expected_minor is null then jsonb_build_object('Bank', jsonb_build_object(
    'feePlanId', c.bank_fee_plan_id, 'expectedMinor', c.expected_minor::text, 'feeMinor', c.fee_minor::text, 'vatMinor', c.vat_minor::text))
    else '{}' end
  || case when c.card_expected_minor is not null then (
       select jsonb_build_object('Card', jsonb_build_object('feePlanId', p.fee_plan_id, 'expectedMinor', c.card_expected_minor::text,
                'feeMinor', f.fee::text, 'vatMinor', ((f.fee * p.vat_bps + 5000) / 10000)::text))
         from fee_plan p
        cross join lateral (select least((c.card_expected_minor * p.rate_bps + 5000) / 10000
          + case when c.card_expected_minor >= p.flat_waived_below_minor then p.flat_minor else 0 end, p.cap_minor) as fee) f
        where p.fee_plan_id = c.card_fee_plan_id)
     else '{}' end;
alter table checkout
  drop column bank_fee_plan_id, drop column card_fee_plan_id, drop column card_expected_minor;

-- Whose numbers the payer sends money to by which channel.
alter table number_prefix add column channel text not null default 'Bank' references channel;

-- A transfer comes to an account number; a charge does not.
drop index inward_credit_of_number;
create index inward_credit_of_number on inward_credit (account_number, received_at)
  include (virtual_account_id, amount_minor, in_time) where checkout_id is null and account_number is not null;
-- Posting a credit reads its channel, and fails without one.
alter table inward_credit drop constraint inward_credit_channel_check;
alter table inward_credit alter column channel drop default;
alter table refund drop constraint refund_channel_check;
