import type { DeskPages } from '../operators/desk/desk-routes.js';
import { addHomePage, type Observed } from '../reports/home/home-page.js';
import type { HomeService } from '../reports/home/home.service.js';
import {
  addInstallationPages,
  type InstallationParts,
} from '../reports/installation/installation-page.js';
import { addInDoubtPage } from '../reports/in-doubt/in-doubt-page.js';
import type { InDoubtService } from '../reports/in-doubt/in-doubt.service.js';
import { addOrderPage } from '../reports/orders/order-routes.js';
import type { OrderService } from '../reports/orders/order.service.js';
import { addSearchPage } from '../reports/search/search-routes.js';
import type { SearchService } from '../reports/search/search.service.js';
import { addSumsPage } from '../reports/sums/sums-page.js';
import type { SumsService } from '../reports/sums/sums.service.js';
import { addThingPages } from '../reports/things/things-page.js';
import { addLedgerPage } from '../reports/ledger/ledger-page.js';
import type { LedgerService } from '../reports/ledger/ledger.service.js';
import { addErasurePage } from '../upkeep/erasure/erasure-page.js';
import type { PgPayerErasure } from '../upkeep/erasure/payer-erasure.store.js';
import { addRetentionPage, type RetentionParts } from '../upkeep/retention/retention-page.js';
import type { ThingsService } from '../reports/things/things.service.js';
import type { PgAskedAtBank } from '../upkeep/reconciliation/by-query.store.js';
import type { PgStatementFiles } from '../upkeep/statements/statement-file.store.js';
import { addStatementPages } from '../upkeep/statements/statement-page.js';

export interface LookUps {
  readonly search: Pick<SearchService, 'everywhere'>;
  readonly orders: Pick<OrderService, 'find'>;
  readonly home: Pick<HomeService, 'find'>;
  readonly observed: Observed;
  readonly installation: InstallationParts;
  readonly doubts: Pick<InDoubtService, 'find'>;
  readonly sums: Pick<SumsService, 'of'>;
  readonly things: Pick<ThingsService, 'find' | 'file'>;
  readonly ledger: Pick<LedgerService, 'find'>;
  readonly statements: Pick<PgStatementFiles, 'take' | 'mapping' | 'banks' | 'imports'>;
  readonly asked: Pick<PgAskedAtBank, 'standing'>;
  readonly erasure: Pick<PgPayerErasure, 'find' | 'erase'>;
  readonly retained: RetentionParts;
}

/**
 * Returns the pages of the desk for reports, for bank statements, and for how long data is kept and how it is erased.
 */
export function lookUpPages({
  search,
  orders,
  home,
  observed,
  installation,
  doubts,
  sums,
  things,
  ledger,
  statements,
  asked,
  erasure,
  retained,
}: LookUps): readonly DeskPages[] {
  return [
    (room, desk) => addHomePage(room, desk, home, observed),
    (room, desk) => addSearchPage(room, desk, search),
    (room, desk) => addOrderPage(room, desk, orders),
    (room, desk) => addInDoubtPage(room, desk, doubts),
    (room, desk) => addInstallationPages(room, desk, installation),
    (room, desk) => addSumsPage(room, desk, sums),
    (room, desk) => addThingPages(room, desk, things),
    (room, desk) => addLedgerPage(room, desk, ledger),
    (room, desk) => addStatementPages(room, desk, { files: statements, asked }),
    (room, desk) => addErasurePage(room, desk, erasure),
    (room, desk) => addRetentionPage(room, desk, retained),
  ];
}
