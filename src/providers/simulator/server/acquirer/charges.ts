import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CardDetails } from '../../../../domain/card-rail.port.js';
import { classifyCardCode } from '../../../../domain/card-code.js';
import { codeOf } from '../behaviour/answer.js';
import type { BehaviourRule } from '../behaviour/rules.js';
import type { SimulatorDatabase } from '../database.js';
import type { SimulatorParts } from '../route-group.js';
import { Refusal } from '../refusal.js';

export const chargeTables = `
create table if not exists charge (
  charge_id text primary key,
  token text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('HELD', 'WAITS_FOR_PAYER', 'APPROVED', 'DECLINED')),
  code text not null,
  action text,
  return_url text,
  otp_tries integer not null default 0,
  calls integer not null default 1,
  settlement_id text,
  reversed integer not null default 0,
  at text not null
) strict;
`;

export const chargeId = z.string().regex(/^[\x21-\x7e]{6,64}$/);
const chargeFields = z.object({
  chargeId,
  token: z.string().regex(/^card_[A-Za-z0-9_-]{1,100}$/),
  amount: z.int().min(1),
  currency: z.literal('NGN'),
  returnUrl: z.string().max(2_048).nullish().default(null),
});
export const chargeQuery = z.object({ chargeId });
type ChargeRequest = z.output<typeof chargeFields>;

export interface ChargeRow {
  readonly charge_id: string;
  readonly token: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'HELD' | 'WAITS_FOR_PAYER' | 'APPROVED' | 'DECLINED';
  readonly code: string;
  readonly action: '3DS' | 'OTP' | null;
  readonly return_url: string | null;
  readonly otp_tries: number;
  /** The number of requests for the charge, which is one charge all the same. */
  readonly calls: number;
  readonly settlement_id: string | null;
  readonly reversed: number;
  readonly at: string;
}

/** The behaviour of a test card without a rule. */
interface TestCard extends Pick<BehaviourRule, 'answer' | 'done'> {
  readonly code?: string;
  readonly action?: '3DS' | 'OTP';
}

/** Every other token is approved; `card_declined_NN` is answered with that code, whatever ending it has. */
export const testCards: Readonly<Record<string, TestCard>> = {
  card_3ds: { action: '3DS' },
  card_otp: { action: 'OTP' },
  /** Charged, and the answer is lost. */
  card_unknown: { answer: 'TIMEOUT', done: true },
  /** The charge never reaches the acquirer. */
  card_lost: { answer: 'TIMEOUT', done: false },
  card_garbage: { answer: 'GARBAGE', done: true },
  card_malfunction: { answer: '96', done: true },
  /** The charge is in progress until the control API concludes it. */
  card_pending: { answer: '09', done: 'HELD' },
};

export interface ChargeOutcome {
  readonly rule: BehaviourRule | undefined;
  readonly code: string;
  readonly charge: ChargeRow | undefined;
}

/** Charges of cards: one for each id, however often it is asked for. */
export class Charges {
  readonly #db: SimulatorDatabase;

  constructor(private readonly parts: SimulatorParts) {
    this.#db = parts.database;
  }

  /** Charges the card once, or as the rule for the call or the test card says. */
  charge(body: unknown): ChargeOutcome {
    const parsed = chargeFields.safeParse(body);
    if (!parsed.success) return { rule: undefined, code: '30', charge: undefined };
    const asked = parsed.data;
    return this.#db.transact(() => {
      const known = this.find(asked.chargeId);
      if (known !== undefined) this.#count(known);
      const card = testCardOf(asked.token);
      const rule = this.#rule('charge', asked.token, asked.chargeId) ?? ruleOf(card);
      const charge = known ?? this.#take(asked, card, rule);
      return { rule, code: codeOf(rule) ?? charge?.code ?? '00', charge };
    });
  }

  /** Returns the outcome of a charge; 25 when there is no such charge. A rule's code speaks of the query, and shows no charge. */
  query(body: unknown): ChargeOutcome {
    const parsed = chargeQuery.safeParse(body);
    if (!parsed.success) return { rule: undefined, code: '30', charge: undefined };
    return this.#db.transact(() => {
      const charge = this.find(parsed.data.chargeId);
      const rule = this.#rule('charge-query', charge?.token, parsed.data.chargeId);
      const scripted = codeOf(rule);
      if (scripted !== undefined) return { rule, code: scripted, charge: undefined };
      return { rule, code: charge?.code ?? '25', charge };
    });
  }

  find(id: string): ChargeRow | undefined {
    return this.#db.one<ChargeRow>('select * from charge where charge_id = ?', id);
  }

  /** @throws Refusal */
  get(id: string): ChargeRow {
    const charge = this.find(id);
    if (charge === undefined) throw new Refusal(404, 'there is no such charge');
    return charge;
  }

  all(): ChargeRow[] {
    return this.#db.all<ChargeRow>('select * from charge order by at, charge_id');
  }

  /** Ends a charge that is held or waits for its payer. @throws Refusal when it has ended otherwise. */
  conclude(id: string, code: string): ChargeRow {
    const charge = this.get(id);
    if (charge.code === code) return charge;
    if (charge.state !== 'HELD' && charge.state !== 'WAITS_FOR_PAYER') {
      throw new Refusal(409, `the charge is ${charge.state} already`);
    }
    const state = code === '00' ? 'APPROVED' : 'DECLINED';
    this.#db.run('update charge set state = ?, code = ? where charge_id = ?', state, code, id);
    return this.get(id);
  }

  /** Counts a try, and returns the number of tries so far. */
  countOtp(id: string): number {
    this.#db.run('update charge set otp_tries = otp_tries + 1 where charge_id = ?', id);
    return this.get(id).otp_tries;
  }

  #rule(on: string, token: string | undefined, subject: string): BehaviourRule | undefined {
    return this.parts.behaviours.for({ on, accounts: [token], subject });
  }

  #count({ charge_id: id }: ChargeRow): void {
    this.#db.run('update charge set calls = calls + 1 where charge_id = ?', id);
  }

  #take(
    asked: ChargeRequest,
    card: TestCard,
    rule: BehaviourRule | undefined,
  ): ChargeRow | undefined {
    const code = codeOf(rule) ?? card.code ?? '00';
    const done =
      rule?.done ?? (rule?.answer === undefined || classifyCardCode(code, 'charge') === 'DECLINED');
    if (done === false) return undefined;
    if (done === 'HELD') return this.#keep(asked, 'HELD', '09', null);
    if (card.action !== undefined) return this.#keep(asked, 'WAITS_FOR_PAYER', '02', card.action);
    if (classifyCardCode(code, 'charge') === 'DECLINED')
      return this.#keep(asked, 'DECLINED', code, null);
    return this.#keep(asked, 'APPROVED', '00', null);
  }

  #keep(
    asked: ChargeRequest,
    state: ChargeRow['state'],
    code: string,
    action: ChargeRow['action'],
  ): ChargeRow {
    this.#db.run(
      `insert into charge (charge_id, token, amount, currency, state, code, action, return_url, at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      asked.chargeId,
      asked.token,
      asked.amount,
      asked.currency,
      state,
      code,
      action,
      asked.returnUrl,
      new Date().toISOString(),
    );
    return this.get(asked.chargeId);
  }
}

function testCardOf(token: string): TestCard {
  const declined = /^card_declined_(\d{2})(?:_|$)/.exec(token)?.[1];
  if (declined !== undefined) return { code: declined };
  // A suffix tells cards of one kind apart: card_3ds_a, card_3ds_b.
  const kind = /^card_[a-z0-9]+/.exec(token)?.[0] ?? '';
  return Object.hasOwn(testCards, kind) ? (testCards[kind] ?? {}) : {};
}

function ruleOf({ answer, done }: TestCard): BehaviourRule | undefined {
  return answer === undefined ? undefined : { on: 'charge', answer, done };
}

/** A card that is always the same for a token. */
export function cardOf(token: string): CardDetails {
  const hash = createHash('sha256').update(token).digest();
  const last4 = String(hash.readUInt16BE(0) % 10_000).padStart(4, '0');
  return {
    brand: 'VISA',
    first6: '408408',
    last4,
    expMonth: 1 + ((hash[2] ?? 0) % 12),
    expYear: 2030,
    issuer: 'Simulator Bank',
  };
}
