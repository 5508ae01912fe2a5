-- Changes of an order for which no money has come yet.

-- Gives an order another amount, other lines or other texts; null keeps the old value. The account number stays, so a transfer of the old
-- amount still finds the order, and the policies judge it by the new amount. If a transfer was received or a charge was begun first, the
-- order stays as it is. The fact tells the workflow the new amount. p_charges: amountMinor, expectedMinor, feeMinor, vatMinor, feeBearer
-- and offers, by the present fees.
create function change_order(
  p_merchant_id text, p_payment_reference text, p_charges jsonb, p_items jsonb, p_description text, p_metadata jsonb,
  out outcome text, out account_id text, out account_ends_at timestamptz, out new_fact_id bigint
) language plpgsql as $$
declare
  changed_at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  c checkout;
  changed checkout;
  account virtual_account;
begin
  select * into c from checkout x
   where x.merchant_id = p_merchant_id and x.payment_reference = p_payment_reference for no key update;
  select v.* into account from virtual_account v where v.checkout_id = c.checkout_id and v.status = 'ACTIVE';
  outcome := case
    when c.checkout_id is null then 'RESOURCE_NOT_FOUND'
    when c.origin <> 'CHECKOUT' then 'OPERATION_NOT_PERMITTED'
    when is_paid_status(c.status) then 'CHECKOUT_ALREADY_PAID'
    when c.status = 'CANCELLED' then 'CHECKOUT_CANCELLED'
    when c.status = 'EXPIRED' or c.expires_at <= changed_at then 'CHECKOUT_EXPIRED'
    when account.expires_at <= changed_at and policy_of(c.policies, 'onAccountExpiry') = 'EXPIRE' then 'CHECKOUT_EXPIRED'
    when c.status not in ('INITIATED', 'AWAITING_PAYMENT') or has_credits(c.checkout_id) then 'CHECKOUT_NOT_OPEN'
    else 'CHANGED' end;
  if outcome <> 'CHANGED' then
    return;
  end if;

  changed := c;
  if p_charges is not null then
    changed.amount_minor := (p_charges ->> 'amountMinor')::bigint;
  end if;
  -- new fees alone change nothing: the payer was shown the old ones
  if changed.amount_minor <> c.amount_minor then
    changed.expected_minor := (p_charges ->> 'expectedMinor')::bigint;
    changed.fee_minor := (p_charges ->> 'feeMinor')::bigint;
    changed.vat_minor := (p_charges ->> 'vatMinor')::bigint;
    changed.fee_bearer := p_charges ->> 'feeBearer';
    changed.offers := p_charges -> 'offers';
  end if;
  if p_items is not null then
    changed.page := nullif(coalesce(c.page, '{}') - 'items' || case p_items when '[]' then '{}' else jsonb_build_object('items', p_items) end, '{}');
  end if;
  changed.description := coalesce(p_description, c.description);
  changed.metadata := coalesce(p_metadata, c.metadata);
  if changed is not distinct from c then
    outcome := 'UNCHANGED';
    return;
  end if;
  perform rewrite_order(changed);
  changed := change_checkout(changed, changed_at);
  if changed.amount_minor = c.amount_minor then
    return;
  end if;
  insert into order_change (checkout_id, version, changed_at, before_minor, after_minor)
    values (c.checkout_id, changed.version, changed_at, c.amount_minor, changed.amount_minor);
  if account.expires_at > changed_at then
    update virtual_account v
       set amount_minor = due_minor(changed, (select b.channel from number_prefix b where b.prefix = v.prefix))
     where v.virtual_account_id = account.virtual_account_id;
    -- if the workflow was not notified of an earlier change yet, that change must not arrive after this one
    perform forget_facts(c.checkout_id, account.virtual_account_id, changed_at);
    account_id := account.virtual_account_id;
    account_ends_at := account.expires_at;
    new_fact_id := put_fact('ACCOUNT_ISSUED', c.checkout_id, account_id, account_ends_at);
  end if;
end $$;
