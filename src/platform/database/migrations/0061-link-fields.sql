-- Up Migration
-- A payment link may ask its payers for more than a name and an amount, and how many they want.
alter table payment_link
  add column fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) <= 5),
  -- The payer chooses a number up to this one, and pays the amount that many times. Null: one.
  add column max_quantity integer check (max_quantity between 2 and 1000 and (max_quantity is null or num_nulls(amount_minor) = 0));
