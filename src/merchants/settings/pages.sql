-- The look of merchants' pages.

-- Replaces the colour of a merchant's pages and the sites that may show them.
create function keep_page(p_merchant_id text, p_page jsonb, p_by jsonb) returns merchant language plpgsql as $$
declare
  before merchant;
  stored merchant;
begin
  select * into before from merchant m where m.merchant_id = p_merchant_id for no key update;
  update merchant m set page = p_page where m.merchant_id = p_merchant_id returning * into stored;
  perform record_audit(p_by, 'merchant.page', 'merchant', p_merchant_id, p_merchant_id, before.page, stored.page);
  return stored;
end $$;

-- Replaces a merchant's logo; removes it when p_logo is null.
create function keep_logo(p_merchant_id text, p_logo jsonb, p_png bytea, p_by jsonb) returns merchant language plpgsql as $$
declare
  before merchant;
  stored merchant;
begin
  select * into before from merchant m where m.merchant_id = p_merchant_id for no key update;
  if p_logo is null then
    delete from merchant_logo l where l.merchant_id = p_merchant_id;
  else
    insert into merchant_logo (merchant_id, hash, png) values (p_merchant_id, p_logo ->> 'hash', p_png)
    on conflict (merchant_id) do update set hash = excluded.hash, png = excluded.png;
  end if;
  update merchant m set logo = p_logo where m.merchant_id = p_merchant_id returning * into stored;
  perform record_audit(p_by, 'merchant.logo', 'merchant', p_merchant_id, p_merchant_id,
                       jsonb_build_object('logo', before.logo), jsonb_build_object('logo', stored.logo));
  return stored;
end $$;
