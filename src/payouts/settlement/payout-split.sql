-- The transfers that an amount is paid out by. A test compares them with test/support/oracles/payout-split.ts.

-- Each transfer is the most that, with its duty and its fee, fits in what is left and in the rail's limit. What is left may be too little
-- for a transfer that bears duty and too much for one that bears none. Then the transfer stays below the threshold for duty, and the
-- remainder stays with the merchant: a payout is split only for the rail's limit.
create function split_payout(p_gross_minor bigint, p_limit_minor bigint, p_fee_minor bigint, p_threshold_minor bigint, p_duty_minor bigint)
returns table (part integer, amount_minor bigint, duty_minor bigint) language plpgsql immutable as $$
declare
  rest bigint := p_gross_minor - p_fee_minor;
begin
  part := 0;
  while rest > 0 loop
    part := part + 1;
    amount_minor := least(rest, p_limit_minor);
    duty_minor := 0;
    if amount_minor >= p_threshold_minor then
      amount_minor := least(rest - p_duty_minor, p_limit_minor);
      duty_minor := p_duty_minor;
      if amount_minor < p_threshold_minor then
        amount_minor := least(p_threshold_minor - 1, p_limit_minor);
        duty_minor := 0;
      end if;
    end if;
    exit when amount_minor <= 0;
    return next;
    exit when amount_minor < p_limit_minor;
    rest := rest - amount_minor - duty_minor - p_fee_minor;
  end loop;
end $$;

-- Returns the terms of a merchant's payouts through a bank (null: there is no account to pay), whose own limit for a transfer may be below
-- the setting's. All of them are in the home currency: in another currency there is no least amount, fee, duty or limit.
create function payout_terms(
  m merchant, p_currency text, p_at timestamptz, p_provider text,
  out minimum_minor bigint, out fee_minor bigint, out vat_minor bigint, out limit_minor bigint,
  out threshold_minor bigint, out duty_minor bigint
) language sql stable as $$
  select coalesce(t.minimum_minor, 0), coalesce(t.fee_minor, 0), coalesce((t.fee_minor * 750 + 5000) / 10000, 0),
         coalesce(t.limit_minor, 9223372036854775807), coalesce(t.threshold_minor, 9223372036854775807), coalesce(t.duty_minor, 0)
    from (select) x
    left join (
      select m.minimum_payout_minor as minimum_minor, m.payout_fee_minor as fee_minor,
             least((select s.value::bigint from setting s where s.name = 'payout_limit_minor'),
                   (select b.transfer_minor from bank_limit b where b.provider = p_provider)) as limit_minor,
             d.threshold_minor, d.duty_minor
        from (select) y
        left join lateral (select d.threshold_minor, d.duty_minor from stamp_duty d
                            where d.effective_from <= p_at order by d.effective_from desc limit 1) d on true
       where p_currency = home_currency()) t on true
$$;

-- Returns the transfers of a merchant's payout at that time through a bank, with the costs of each besides duty.
create function payouts_of(m merchant, p_currency text, p_gross_minor bigint, p_at timestamptz, p_provider text)
returns table (part integer, amount_minor bigint, duty_minor bigint, fee_minor bigint, vat_minor bigint) language sql stable as $$
  select x.part, x.amount_minor, x.duty_minor, t.fee_minor, t.vat_minor
    from payout_terms(m, p_currency, p_at, p_provider) t
    cross join lateral split_payout(p_gross_minor, t.limit_minor, t.fee_minor + t.vat_minor, t.threshold_minor, t.duty_minor) x
$$;
