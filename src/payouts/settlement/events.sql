-- The data of events about settlements.

-- A settlement with its account, and the costs of its transfers by kind.
create view settlement_read as
  select s.*, s.net_minor + s.payout_fee_minor + s.payout_duty_minor as amount_minor,
         p.fee_minor as transfer_fee_minor, p.vat_minor as transfer_vat_minor, p.transfers,
         a.account_number, a.account_name, a.bank_code, a.bank_name, a.provider
    from settlement s
    left join settlement_account a on a.settlement_account_id = s.settlement_account_id
    cross join lateral (
      select coalesce(sum(x.fee_minor), 0)::bigint as fee_minor, coalesce(sum(x.vat_minor), 0)::bigint as vat_minor,
             count(*)::integer as transfers
        from payout x where x.settlement_id = s.settlement_id) p;

-- SettlementNotification. amount: taken from the balance; netAmount: the part of it that is sent; openingBalance to
-- closingBalance: the sums of the statement.
create function settlement_notification(p_settlement_id text) returns json language sql stable as $$
  select row_to_json(n) from (select
    s.settlement_id as "settlementId", s.settlement_reference as "settlementReference", s.type as "type", s.status as "status",
    s.hold_reason as "holdReason", s.failure as "failure", s.currency as "currency",
    s.amount_minor as "amount", s.transfer_fee_minor as "fee", s.transfer_vat_minor as "vat",
    s.payout_duty_minor as "stampDuty", s.paid_minor as "paidAmount",
    case when s.account_number is not null then (select row_to_json(d) from (select
      masked(s.account_number) as "accountNumber", s.account_name as "accountName",
      s.bank_code as "bankCode", s.bank_name as "bankName") d) end as "destination",
    s.transaction_count as "transactionCount",
    s.opening_minor as "openingBalance", s.gross_minor as "grossAmount", s.fee_minor as "feeAmount", s.vat_minor as "vatAmount",
    s.refund_minor as "refundAmount", s.chargeback_minor as "chargebackAmount", s.reversal_minor as "reversalAmount",
    s.duty_minor as "stampDutyAmount", s.adjustment_minor as "adjustmentAmount", s.payout_fee_minor as "payoutFeeAmount",
    s.payout_duty_minor as "payoutStampDutyAmount", s.net_minor as "netAmount", s.closing_minor as "closingBalance",
    rfc3339(s.cut_off) as "cutOff", s.run_on as "runDate", rfc3339(s.completed_at) as "completedAt", s.version as "version"
    from settlement_read s where s.settlement_id = p_settlement_id) n
$$;

-- Sends the event for a settlement's present status, if there is an event for that status.
create function notify_settlement(p_settlement_id text) returns void language plpgsql as $$
declare s settlement;
begin
  update settlement x set event_sequence = x.event_sequence + 1
   where x.settlement_id = p_settlement_id and x.status in ('SUCCESSFUL', 'FAILED', 'REVERSED', 'ON_HOLD')
  returning * into s;
  if found then
    perform notify_merchant(s.merchant_id, 'settlement.' || lower(s.status), s.event_sequence, settlement_notification(p_settlement_id));
    perform notify_contacts(
      s.merchant_id, case s.status when 'SUCCESSFUL' then 'SETTLEMENT_PAID' when 'ON_HOLD' then 'SETTLEMENT_ON_HOLD' else 'SETTLEMENT_FAILED' end,
      '{SETTLEMENT}', s.settlement_id || '/' || s.event_sequence);
  end if;
end $$;
