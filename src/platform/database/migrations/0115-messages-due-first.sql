-- Up Migration

-- Messages to others than payers are sent first. The courier must find them without reading the receipts that wait.
create index message_due_first on message (due_at) where status in ('PENDING', 'SENDING') and recipient not in ('PAYER', 'COPY');
