import type pg from 'pg';
import { query } from '../../platform/database/database.js';
import type { PortalView, PortalViews, ViewedPage } from './portal-view.js';

const mostViews = 20;

const viewsOf = {
  name: 'portal_views',
  text: 'select name, query from portal_view where person_id = $1 and page = $2 order by lower(name), name',
};
const saveView = {
  name: 'save_portal_view',
  text: `insert into portal_view (person_id, page, name, query)
           select $1, $2, $3, $4
            where (select count(*) from portal_view v where v.person_id = $1 and v.page = $2 and v.name <> $3) < ${mostViews}
         on conflict (person_id, page, name) do update set query = excluded.query
         returning name`,
};
const forgetView = {
  name: 'forget_portal_view',
  text: 'delete from portal_view where person_id = $1 and page = $2 and name = $3',
};

/** Keeps each person's own views. */
export class PgPortalViews implements PortalViews {
  constructor(private readonly pool: pg.Pool) {}

  of(personId: string, page: ViewedPage): Promise<PortalView[]> {
    return query<PortalView>(this.pool, viewsOf, [personId, page]);
  }

  async save(personId: string, page: ViewedPage, view: PortalView): Promise<boolean> {
    const saved = await query(this.pool, saveView, [personId, page, view.name, view.query]);
    return saved.length > 0;
  }

  async forget(personId: string, page: ViewedPage, name: string): Promise<void> {
    await query(this.pool, forgetView, [personId, page, name]);
  }
}
