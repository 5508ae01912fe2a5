import type pg from 'pg';
import type { Logo, MerchantPage } from '../domain/merchant-page.js';
import { query, queryOne } from '../persistence/database.js';
import type { LogoImage } from './logo-image.js';

const findPage = {
  name: 'find_merchant_page',
  text: 'select page, logo from merchant where merchant_id = $1',
};
const putPage = {
  name: 'put_merchant_page',
  text: 'update merchant set page = $2 where merchant_id = $1 returning page, logo',
};
const putLogo = {
  name: 'put_merchant_logo',
  text: `with kept as (
           insert into merchant_logo (merchant_id, hash, png) values ($1, $2, $3)
           on conflict (merchant_id) do update set hash = excluded.hash, png = excluded.png)
         update merchant set logo = $4 where merchant_id = $1 returning page, logo`,
};
const dropLogo = {
  name: 'drop_merchant_logo',
  text: `with dropped as (delete from merchant_logo where merchant_id = $1)
         update merchant set logo = null where merchant_id = $1 returning page, logo`,
};
const findLogo = {
  name: 'find_logo',
  text: 'select png from merchant_logo where hash = $1 limit 1',
};

/** A merchant's choices for its pages, and its logo. */
export interface PageSettings {
  readonly page: MerchantPage;
  readonly logo: Logo | null;
}

/** What merchants' pages look like, on PostgreSQL. */
export class PgCheckoutPageStore {
  constructor(private readonly pool: pg.Pool) {}

  find(merchantId: string): Promise<PageSettings> {
    return queryOne<PageSettings>(this.pool, findPage, [merchantId]);
  }

  put(merchantId: string, page: MerchantPage): Promise<PageSettings> {
    return queryOne<PageSettings>(this.pool, putPage, [merchantId, JSON.stringify(page)]);
  }

  putLogo(merchantId: string, { png, ...logo }: LogoImage): Promise<PageSettings> {
    const values = [merchantId, logo.hash, png, JSON.stringify(logo)];
    return queryOne<PageSettings>(this.pool, putLogo, values);
  }

  dropLogo(merchantId: string): Promise<PageSettings> {
    return queryOne<PageSettings>(this.pool, dropLogo, [merchantId]);
  }

  /** A logo by the hash in its address; undefined when nobody has it any more. */
  async logo(hash: string): Promise<Buffer | undefined> {
    const [row] = await query<{ png: Buffer }>(this.pool, findLogo, [hash]);
    return row?.png;
  }
}
