import { cards } from './cards.ts';
import { desk } from './desk.ts';
import { feesAndCredits } from './fees-and-credits.ts';
import type { Mutant } from './mutant.ts';
import { lists } from './lists.ts';
import { messages } from './messages.ts';
import { receiptsAndSenders } from './receipts-and-senders.ts';
import { movedDown } from './moved-down.ts';
import { notifications } from './notifications.ts';
import { operators } from './operators.ts';
import { outsiders } from './outsiders.ts';
import { people } from './people.ts';
import { portal } from './portal.ts';
import { providers } from './providers.ts';
import { providersSecondValues } from './providers-second-values.ts';
import { reconciliation } from './reconciliation.ts';
import { refundsAndDisputes } from './refunds-and-disputes.ts';
import { rights } from './rights.ts';
import { secondValuesOfDoors } from './second-values-of-doors.ts';
import { secondValuesOfMoney } from './second-values-of-money.ts';
import { secondValuesOfRights } from './second-values-of-rights.ts';
import { settlement } from './settlement.ts';
import { timesAndNumbers } from './times-and-numbers.ts';
import { postedAtOnce } from './posted-at-once.ts';
import { rooms } from './rooms.ts';
import { shopDevelopers } from './shop-developers.ts';
import { strangers } from './strangers.ts';
import { workflows } from './workflows.ts';

/** All of them, in the order in which they are planted. */
export const mutants: readonly Mutant[] = [
  ...feesAndCredits,
  ...refundsAndDisputes,
  ...settlement,
  ...reconciliation,
  ...rights,
  ...timesAndNumbers,
  ...workflows,
  ...notifications,
  ...operators,
  ...secondValuesOfMoney,
  ...secondValuesOfRights,
  ...movedDown,
  ...messages,
  ...receiptsAndSenders,
  ...secondValuesOfDoors,
  ...providers,
  ...providersSecondValues,
  ...people,
  ...desk,
  ...lists,
  ...portal,
  ...strangers,
  ...outsiders,
  ...rooms,
  ...postedAtOnce,
  ...cards,
  ...shopDevelopers,
];
