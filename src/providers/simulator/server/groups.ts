import { acquirer } from './acquirer/acquirer.js';
import { bank } from './bank/bank.js';
import { pageAcquirer } from './pages/pages.js';
import { providus } from './providus/providus.js';
import type { RouteGroup } from './route-group.js';

/** Everyone the process plays. */
export const groups: readonly RouteGroup[] = [bank, acquirer, pageAcquirer, providus];
