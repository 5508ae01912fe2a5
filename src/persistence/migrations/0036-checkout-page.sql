-- Up Migration
-- The payer's page: what a merchant may choose of it, and where a card's confirmation leads back to.

-- {cancelUrl, locale, accentColor, items}, those that were given; null: none.
alter table checkout add column page jsonb;
-- The page that the charge was asked from; null: the merchant's own, and the payer goes to redirect_url.
alter table card_attempt add column return_url text;

-- Down Migration
alter table card_attempt drop column return_url;
alter table checkout drop column page;
