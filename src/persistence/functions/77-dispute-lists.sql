-- Disputes as merchants see them.

create view dispute_read as
  select d.*, k.currency, c.payment_reference
    from dispute d
    join inward_credit k on k.credit_id = d.credit_id
    left join checkout c on c.checkout_id = d.checkout_id;
