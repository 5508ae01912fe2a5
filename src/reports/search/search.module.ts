import { Module, type Provider } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { DeskSearchController } from './desk-search.controller.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';
import { PgSearch } from './search.store.js';

const search: Provider = {
  provide: SearchService,
  inject: [runtime.pool],
  useFactory: (pool: pg.Pool) => new SearchService(new PgSearch(pool)),
};

/** For merchants. */
@Module({ controllers: [SearchController], providers: [search] })
export class SearchModule {}

/** For operators. */
@Module({ controllers: [DeskSearchController], providers: [search], exports: [SearchService] })
export class DeskSearchModule {}
