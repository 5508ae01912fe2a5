-- Up Migration

-- Reasons of refunds outlived their payers: those of orders that are erased go now.
update refund_proposal p set reason = 'erased'
  from inward_credit k join checkout c on c.checkout_id = k.checkout_id
 where k.credit_id = p.transaction_reference and coalesce(c.customer ->> 'email', c.customer ->> 'phoneNumber') is null;

-- The erasure by age has passed over customers who are known by a phone number alone, so it looks at all orders again.
update erasure_progress set position = default;
