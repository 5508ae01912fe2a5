-- Up Migration
-- Requests of merchants that were refused or slow, for the merchant to see: no body, no address, nothing that a caller has written
-- but the id of the request. The rows of each key are bounded (http/requests.sql), and go after seven days.
create table noted_call (
  call_id     bigint      generated always as identity primary key,
  merchant_id text        not null,
  client_id   text        not null,
  request_id  text        not null,
  operation   text        not null,   -- POST /api/v1/checkout/initiate: the route, not the path
  status      smallint    not null,
  reason      text,   -- null: it was slow only
  duration_ms integer     not null,
  happened_at timestamptz not null
);
create index noted_call_merchant on noted_call (merchant_id, call_id);
create index noted_call_client on noted_call (client_id, call_id);
