-- Credits as merchants list them: a transaction is money, a checkout is an order.

create view transaction_read as
  select k.credit_id as transaction_reference, k.merchant_id, k.checkout_id, c.payment_reference, k.channel, k.session_id,
         k.amount_minor, k.fee_minor, k.vat_minor, k.currency, k.outcome, k.policy_applied, k.resolution, k.received_at,
         coalesce(r.arrived_minor, 0) as refunded_minor,
         case
           when k.outcome is null then 'PROCESSING'
           when d.status = 'LOST' then 'REVERSED'
           when d.status = 'OPENED' then 'DISPUTED'
           when r.under_way then 'REFUND_PENDING'
           when r.arrived_minor = k.amount_minor then 'REFUNDED'
           when r.arrived_minor > 0 then 'PARTIALLY_REFUNDED'
           when k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') and coalesce(k.resolution, 'KEPT') = 'KEPT' then 'HELD'
           when k.applied_minor > 0 and is_open_status(c.status) then 'PENDING'   -- a part that waits for the rest
           else 'SUCCESSFUL' end as status
    from inward_credit k
    left join checkout c on c.checkout_id = k.checkout_id
    left join lateral (
      select sum(f.amount_minor) filter (where f.status = 'SUCCESSFUL') as arrived_minor,
             bool_or(f.status <> 'SUCCESSFUL') as under_way
        from refund f where f.credit_id = k.credit_id) r on true
    left join lateral (
      select min(x.status) as status from dispute x where x.credit_id = k.credit_id and x.status in ('OPENED', 'LOST')) d on true;
