-- Moves a checkout's own clock forward, so that its ends can be seen without waiting. Only the sandbox uses this.

-- Moves the other waiting times of a checkout nearer: those of its refunds to another account, and of the evidence of its disputes. The
-- waiting times of the merchant move too: of settlement accounts, and of secrets that were rotated out.
create function bring_waits_nearer(moved checkout, earlier interval) returns void language plpgsql as $$
begin
  update refund r set redirected_at = r.redirected_at - earlier
   where r.checkout_id = moved.checkout_id and r.status = 'REQUESTED' and r.redirected_at is not null;
  update dispute d set evidence_due_at = d.evidence_due_at - earlier
   where d.checkout_id = moved.checkout_id and d.closed_at is null and d.evidence_due_at is not null;
  update settlement_account a set usable_from = greatest(a.usable_from - earlier, a.created_at)
   where a.merchant_id = moved.merchant_id and a.usable_from > now();
  update merchant_secret s set expires_at = s.expires_at - earlier
   where s.merchant_id = moved.merchant_id and s.expires_at > now();
  update webhook_former_secret f set expires_at = f.expires_at - earlier
   where f.merchant_id = moved.merchant_id and f.expires_at > now();
end $$;

-- Moves the ends of a checkout's session and of its accounts nearer, and so the end of their quarantine. Leaves a fact that makes an open
-- checkout's workflow check its deadlines again. Times of creation stay as they are, except for the accounts, because their validity lies
-- between creation and end. moved is null if the merchant has no such checkout.
create function advance_checkout_clock(
  p_merchant_id text, p_payment_reference text, p_seconds integer,
  out moved checkout, out accounts json, out open_account_id text, out next_end timestamptz, out new_fact_id bigint,
  out refund_ids text[]
) language plpgsql as $$
declare
  earlier constant interval := make_interval(secs => p_seconds);
begin
  if (select s.value from setting s where s.name = 'environment') is distinct from 'sandbox' then
    raise exception 'clocks are moved in the sandbox only' using errcode = 'insufficient_privilege';
  end if;
  select * into moved from checkout c
   where c.merchant_id = p_merchant_id and c.payment_reference = p_payment_reference for no key update;
  if not found then
    return;
  end if;
  moved.expires_at := moved.expires_at - earlier;
  moved := change_checkout(moved);
  update virtual_account v set created_at = v.created_at - earlier, expires_at = v.expires_at - earlier
   where v.checkout_id = moved.checkout_id and v.status <> 'RELEASED';
  perform bring_facts_nearer(moved.checkout_id, earlier);
  perform bring_waits_nearer(moved, earlier);
  select array(select r.refund_id from refund r where r.checkout_id = moved.checkout_id and r.status = 'REQUESTED'
                and r.redirected_at is not null order by r.refund_id) into refund_ids;
  select json_agg(json_build_object('virtualAccountId', v.virtual_account_id, 'accountNumber', v.account_number,
                                    'expiresAt', v.expires_at, 'freeAt', v.expires_at + quarantine())
                  order by v.created_at desc, v.virtual_account_id desc),
         max(v.virtual_account_id) filter (where v.status = 'ACTIVE'),
         least(moved.expires_at, max(v.expires_at) filter (where v.status = 'ACTIVE'))
    into accounts, open_account_id, next_end
    from virtual_account v where v.checkout_id = moved.checkout_id and v.status <> 'RELEASED';
  if is_open_status(moved.status) then
    new_fact_id := put_fact('CLOCK_MOVED', moved.checkout_id, open_account_id, next_end);
  end if;
end $$;
