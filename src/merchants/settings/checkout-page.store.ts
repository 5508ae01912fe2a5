import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { Logo, MerchantPage } from '../../domain/merchant-page.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';
import type { LogoImage } from './logo-image.js';

const findPage = {
  name: 'find_merchant_page',
  text: 'select page, logo from merchant where merchant_id = $1',
};
const putPage = callWithin('keep_page', (called) => `select page, logo from ${called}`, {
  name: 'put_merchant_page',
}).as<PageSettings>();
const putLogo = callWithin('keep_logo', (called) => `select page, logo from ${called}`, {
  name: 'put_merchant_logo',
}).as<PageSettings>();
const findLogo = {
  name: 'find_logo',
  text: 'select png from merchant_logo where hash = $1 limit 1',
};

/** A merchant's choices for its pages, and its logo. */
export interface PageSettings {
  readonly page: MerchantPage;
  readonly logo: Logo | null;
}

/** Stores the look of merchants' pages in PostgreSQL. */
export class PgCheckoutPageStore {
  constructor(private readonly pool: pg.Pool) {}

  find(merchantId: string): Promise<PageSettings> {
    return queryOne<PageSettings>(this.pool, findPage, [merchantId]);
  }

  put(merchantId: string, page: MerchantPage, by: Actor): Promise<PageSettings> {
    return queryOne(this.pool, putPage({ merchantId, page, by }));
  }

  putLogo(merchantId: string, { png, ...logo }: LogoImage, by: Actor): Promise<PageSettings> {
    return queryOne(this.pool, putLogo({ merchantId, logo, png, by }));
  }

  dropLogo(merchantId: string, by: Actor): Promise<PageSettings> {
    return queryOne(this.pool, putLogo({ merchantId, logo: null, png: null, by }));
  }

  /** A logo by the hash in its address; undefined when nobody has it any more. */
  async logo(hash: string): Promise<Buffer | undefined> {
    const [row] = await query<{ png: Buffer }>(this.pool, findLogo, [hash]);
    return row?.png;
  }
}
