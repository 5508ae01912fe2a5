-- The balances of the accounts of the books. Debits are positive.

-- Returns the balance of each code, in the order of the chart of accounts. accounts: the number of accounts that are not empty.
create function ledger_by_code() returns table (code text, currency text, accounts bigint, balance_minor bigint) language sql stable as $$
  select a.code, a.currency, count(*) filter (where a.balance_minor <> 0), sum(a.balance_minor)::bigint
    from ledger_account a group by a.code, a.currency order by a.code, a.currency
$$;

-- Returns the accounts of a code that are not empty, beginning with the largest balance.
create function ledger_of_code(p_code text, p_limit integer) returns table (account text, owner text, owner_name text, currency text, balance_minor bigint)
language sql stable as $$
  select a.account_id, a.owner, name_of_owner(a.owner), a.currency, a.balance_minor
    from ledger_account a where a.code = p_code and a.balance_minor <> 0
   order by abs(a.balance_minor) desc, a.account_id limit p_limit
$$;
