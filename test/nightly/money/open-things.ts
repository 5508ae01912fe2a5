import { insisting } from './soak-world.js';
import type { Scene } from './crash-scenes.js';
import {
  due,
  part,
  asked,
  unheard,
  nothing,
  isPaid,
  found,
  paid,
  partPaid,
  closeAccount,
  isCase,
  decide,
  settlementIs,
  owed,
  attempt,
  concluded,
  card,
  disputed,
  answered,
  heldByPolicy,
  unmatched,
  returned,
  refusedNarration,
  refunding,
  noAnswer,
  lostAnswer,
  givenUp,
  cooling,
  cooled,
} from './open-acts.js';

/** Something that is open: how it comes to be so, what happens while Temporal is away, and how it ends after it is back. */
export interface OpenThing {
  readonly begin: (scene: Scene) => Promise<void>;
  readonly away?: (scene: Scene) => Promise<void>;
  readonly end: (scene: Scene) => Promise<void>;
}

/** Everything that can be open, in each state in which it can wait. */
export const openThings: Readonly<Record<string, OpenThing>> = {
  'an order without an account': {
    begin: (scene) => scene.initiate(),
    end: async (scene) => {
      await scene.openAccount();
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'an order that is made while Temporal is away': {
    begin: nothing,
    away: (scene) => scene.open(),
    end: async (scene) => {
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'an order that waits for its transfer': {
    begin: (scene) => scene.open(),
    end: async (scene) => {
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'an order that nobody pays': {
    begin: (scene) => scene.open(),
    end: async (scene) => {
      await scene.endSession();
      await scene.until('EXPIRED');
    },
  },
  'an order whose account has closed': {
    begin: async (scene) => {
      await scene.open();
      await closeAccount(scene);
    },
    end: async (scene) => {
      await scene.openAccount();
      await scene.pay(due);
      await isPaid(scene);
    },
  },
  'a part': {
    begin: partPaid,
    end: async (scene) => {
      await scene.pay(due - part);
      await isPaid(scene);
    },
  },
  'a part, and its account has closed': {
    begin: async (scene) => {
      await partPaid(scene);
      await closeAccount(scene);
      await isCase(scene, 'CHECKOUT');
    },
    end: async (scene) => {
      await decide(scene, 'CHECKOUT', 'accept');
      await isPaid(scene);
    },
  },
  'a transfer that comes while Temporal is away': {
    begin: (scene) => scene.open(),
    away: (scene) => scene.pay(due),
    end: isPaid,
  },
  'a part that is called off while Temporal is away': {
    begin: partPaid,
    away: async (scene) => void (await insisting(() => scene.client.cancel(scene.reference, {}))),
    end: async (scene) => {
      await scene.until('CANCELLED');
      await scene.untilRefunded();
    },
  },
  'a transfer that the books refuse': {
    begin: async (scene) => {
      await scene.open();
      await scene.pay(due, { narration: refusedNarration });
      await isCase(scene, 'CHECKOUT');
    },
    end: async (scene) => {
      await decide(scene, 'CHECKOUT', 'retry');
      await isPaid(scene);
    },
  },
  'a card whose payer must act': { begin: card('card_3ds', 'REQUIRES_ACTION'), end: concluded },
  'a card with a password': { begin: card('card_otp', 'REQUIRES_ACTION'), end: concluded },
  'a card of which the acquirer knows nothing yet': {
    begin: card('card_pending', 'UNKNOWN'),
    end: concluded,
  },
  'a card that is asked for while Temporal is away': {
    begin: (scene) => scene.initiate(),
    away: async (scene) => {
      await scene.askForCharge(`card_approved_${scene.payer}`, 'wait=0');
      await attempt(scene, 'PENDING', 'SUCCEEDED', 'PROCESSING');
    },
    end: isPaid,
  },
  'a credit of nobody': { begin: unmatched, end: returned },
  'a late credit that is held': {
    begin: heldByPolicy,
    end: async (scene) => {
      await returned(scene);
      await scene.endSession();
      await scene.until('EXPIRED');
    },
  },
  'a refund before its name is asked': {
    begin: refunding({ 'name-enquiry': noAnswer }, 'REQUESTED', 'NAME_ENQUIRY'),
    end: (scene) => scene.untilRefunded(),
  },
  'a refund of which nobody knows': {
    begin: refunding({ transfer: lostAnswer, query: noAnswer }, 'UNKNOWN'),
    end: (scene) => scene.untilRefunded(),
  },
  'a refund that needs an account': {
    begin: async (scene) => {
      await refunding({ 'name-enquiry': { answer: '07' } }, 'NEEDS_ACCOUNT')(scene);
      await isCase(scene, 'REFUND');
    },
    end: async (scene) => {
      await decide(scene, 'REFUND', 'retry');
      await scene.untilRefunded();
    },
  },
  'a refund that was given up': {
    begin: givenUp,
    end: async (scene) => {
      await decide(scene, 'REFUND', 'retry');
      await scene.untilRefunded();
    },
  },
  'a refund to another account': { begin: cooling, end: cooled },
  'a refund that is asked for while Temporal is away': {
    begin: paid,
    away: (scene) => scene.refund(asked),
    end: (scene) => scene.untilRefunded(),
  },
  'a payout before its name is asked': {
    begin: async (scene) => {
      await owed(scene, { 'name-enquiry': noAnswer });
      await settlementIs(scene, 'SCHEDULED');
    },
    end: (scene) => scene.untilPaidOut(),
  },
  'a payout of which nobody knows': {
    begin: async (scene) => {
      await owed(scene, { transfer: lostAnswer, query: noAnswer });
      await settlementIs(scene, 'UNKNOWN');
    },
    end: (scene) => scene.untilPaidOut(),
  },
  'a payout that is held': {
    begin: async (scene) => {
      await owed(scene, { transfer: { answer: '07', times: 1 } });
      await settlementIs(scene, 'ON_HOLD');
    },
    end: (scene) => scene.untilPaidOut({ isHeld: true }),
  },
  'an answer to a chargeback': { begin: disputed, end: answered },
  [`webhooks that are ${unheard}`]: {
    begin: async (scene) => {
      await scene.open();
      await scene.cancel();
      await found(
        scene,
        'its webhook is tried again',
        `select 1 from webhook_delivery d join event e using (event_id) join checkout c using (checkout_id)
          where c.payment_reference = $1 and d.status = 'RETRYING'`,
      );
    },
    end: nothing,
  },
};
