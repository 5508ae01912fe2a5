import type { DeskPages } from '../operators/desk/desk-routes.js';
import { addSearchPage } from '../reports/search/search-routes.js';
import type { SearchService } from '../reports/search/search.service.js';

export interface LookUps {
  readonly search: Pick<SearchService, 'everywhere'>;
}

/** Pages of the desk that show what the reports read. */
export function lookUpPages({ search }: LookUps): readonly DeskPages[] {
  return [(room, desk) => addSearchPage(room, desk, search)];
}
