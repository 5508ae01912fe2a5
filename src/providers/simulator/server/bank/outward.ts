import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { classifyNipCode } from '../../../../domain/nip-code.js';
import { codeOf } from '../behaviour/answer.js';
import type { BehaviourRule } from '../behaviour/rules.js';
import type { OutsideAccount } from '../../control-client.js';
import type { SimulatorParts } from '../route-group.js';
import { Refusal } from '../refusal.js';
import { isKnownBank } from './banks.js';
import type { Books, Line } from './books.js';
import type { Calls } from './calls.js';
import { ruleOfTestAccount } from './test-accounts.js';

/** The largest single transfer and its extra cost, in kobo. */
const transferLimit = 1_000_000_000;
const dutyFrom = 1_000_000;
const stampDuty = 5_000;

const accountFields = {
  accountNumber: z.string().regex(/^\d{10}$/),
  bankCode: z.string().regex(/^\d{6}$/),
};
export const enquiryFields = z.object(accountFields);
export const queryFields = z.object({ sessionId: z.string().regex(/^\d{30}$/) });
const codeFields = queryFields.extend({ code: z.string().min(1).max(20) });
const transferFields = queryFields.extend({
  destination: z.object({ ...accountFields, accountName: z.string().min(1).max(200) }),
  amount: z.int(),
  narration: z.string().max(100),
});
type TransferRequest = z.output<typeof transferFields>;

/** The simulated bank's answers about codes, besides 00. */
const codeAnswers = { waits: '1001', wrong: '1002', over: '1003' } as const;
const mostWrongCodes = 3;

interface TransferRow {
  readonly session_id: string;
  readonly state: 'HELD' | 'CODE' | 'DONE' | 'DECLINED';
  readonly code: string;
  readonly sent_code: string | null;
  readonly wrong_codes: number;
  readonly destination: string;
  readonly amount: number;
  readonly narration: string | null;
}

/** The bank's code for a call, and the rule by which it answers. */
export interface Outcome {
  readonly rule: BehaviourRule | undefined;
  readonly code: string;
}

/** Transfers from Manilla's account to accounts outside. */
export class Outward {
  constructor(
    private readonly parts: SimulatorParts,
    private readonly books: Books,
    private readonly calls: Calls,
  ) {}

  /** Moves the money once per session id, or as the rule for the call says. */
  transfer(body: unknown): Outcome {
    const parsed = transferFields.safeParse(body);
    if (!parsed.success) return { rule: undefined, code: '30' };
    const asked = parsed.data;
    return this.parts.database.transact(() => {
      const { accountNumber } = asked.destination;
      const rule =
        this.parts.behaviours.for({
          on: 'transfer',
          accounts: [accountNumber],
          subject: asked.sessionId,
        }) ?? ruleOfTestAccount('transfer', accountNumber);
      const known = this.#find(asked.sessionId);
      const taken = known === undefined ? this.#take(asked, rule) : this.#again(known);
      const code = codeOf(rule) ?? taken;
      this.calls.note({
        on: 'transfer',
        sessionId: asked.sessionId,
        accountNumber,
        amount: asked.amount,
        answered: rule?.answer ?? code,
      });
      return { rule, code };
    });
  }

  /** Asks for the outcome of the transfer with this session id. */
  query(body: unknown): Outcome {
    const parsed = queryFields.safeParse(body);
    if (!parsed.success) return { rule: undefined, code: '30' };
    const { sessionId } = parsed.data;
    return this.parts.database.transact(() => {
      const known = this.#find(sessionId);
      const accountNumber = known === undefined ? null : destinationOf(known).accountNumber;
      const rule = this.parts.behaviours.for({
        on: 'query',
        accounts: [accountNumber],
        subject: sessionId,
      });
      const code = codeOf(rule) ?? known?.code ?? '25';
      const answered = rule?.answer ?? code;
      this.calls.note({ on: 'query', sessionId, accountNumber, amount: null, answered });
      return { rule, code };
    });
  }

  /** Takes the code that the bank has sent: a right one carries the transfer out, and too many wrong ones end it. */
  enterCode(body: unknown): Outcome {
    const parsed = codeFields.safeParse(body);
    if (!parsed.success) return { rule: undefined, code: '30' };
    const { sessionId, code: entered } = parsed.data;
    return this.parts.database.transact(() => {
      const known = this.#find(sessionId);
      const accountNumber = known === undefined ? null : destinationOf(known).accountNumber;
      const asked = { on: 'code', accounts: [accountNumber], subject: sessionId };
      const rule = this.parts.behaviours.for(asked);
      const code = codeOf(rule) ?? this.#judge(known, entered);
      const answered = rule?.answer ?? code;
      this.calls.note({ on: 'code', sessionId, accountNumber, amount: null, answered });
      return { rule, code };
    });
  }

  #judge(known: TransferRow | undefined, entered: string): string {
    if (known?.state !== 'CODE') return codeAnswers.over;
    if (entered === known.sent_code) {
      this.#move(toRequest(known));
      this.#end(known.session_id, 'DONE', '00');
      return '00';
    }
    if (known.wrong_codes + 1 >= mostWrongCodes) this.#end(known.session_id, 'DECLINED', '57');
    this.parts.database.run(
      'update transfer set wrong_codes = wrong_codes + 1 where session_id = ?',
      known.session_id,
    );
    return codeAnswers.wrong;
  }

  /** The code that the bank has sent to us, as by e-mail. @throws Refusal */
  sentCode(sessionId: string): { readonly sessionId: string; readonly code: string } {
    const known = this.#find(sessionId);
    const code = known?.sent_code ?? null;
    if (code === null) throw new Refusal(404, 'no code was sent for this transfer');
    return { sessionId, code };
  }

  /** Ends a transfer that is held, or that waits for a code. @throws Refusal when there is none. */
  release(sessionId: string, code: string): { readonly sessionId: string; readonly code: string } {
    return this.parts.database.transact(() => {
      const known = this.#find(sessionId);
      if (known?.state !== 'HELD' && known?.state !== 'CODE') {
        throw new Refusal(409, 'no transfer with this id is held');
      }
      if (code === '00') this.#move(toRequest(known));
      this.#end(sessionId, code === '00' ? 'DONE' : 'DECLINED', code);
      return { sessionId, code };
    });
  }

  /** Sends a done transfer back: all that is left of it, unless an amount is given. @throws Refusal */
  giveBack(sessionId: string, amount: number | undefined): Line {
    return this.parts.database.transact(() => {
      const known = this.#find(sessionId);
      if (known?.state !== 'DONE') throw new Refusal(409, 'no transfer with this id was done');
      const left = known.amount - this.books.sumOf('DEBIT_RETURNED', sessionId);
      if (left === 0 || (amount ?? left) > left) throw new Refusal(409, `${left} kobo are left`);
      return this.books.post({
        kind: 'DEBIT_RETURNED',
        sessionId,
        amount: amount ?? left,
        counterpart: destinationOf(known),
        narration: `Returned: ${known.narration ?? ''}`,
      });
    });
  }

  #find(sessionId: string): TransferRow | undefined {
    return this.parts.database.one<TransferRow>(
      'select * from transfer where session_id = ?',
      sessionId,
    );
  }

  #again(known: TransferRow): string {
    const { duplicateTransfer } = this.parts.behaviours;
    return duplicateTransfer === 'FIRST_ANSWER' ? known.code : duplicateTransfer;
  }

  /** Takes a transfer, and returns the code that tells the truth. */
  #take(asked: TransferRequest, rule: BehaviourRule | undefined): string {
    const refusal = refusalOf(asked);
    const answered = refusal ?? codeOf(rule) ?? '00';
    const isHonest = rule?.answer === undefined || rule.answer === '00';
    const done = refusal === undefined && (rule?.done ?? isHonest);
    if (done === 'HELD') return this.#keep(asked, 'HELD', '09');
    if (done === 'CODE') return this.#keep(asked, 'CODE', codeAnswers.waits);
    if (done) {
      this.#keep(asked, 'DONE', '00');
      this.#move(asked);
      return '00';
    }
    // An answer that is no certain decline stands for a transfer that never reached the bank, so the bank has no record
    // of it.
    if (classifyNipCode(answered, 'transfer') !== 'FAILED') return answered;
    return this.#keep(asked, 'DECLINED', answered);
  }

  #keep(asked: TransferRequest, state: TransferRow['state'], code: string): string {
    this.parts.database.run(
      'insert into transfer (session_id, state, code, sent_code, destination, amount, narration) values (?, ?, ?, ?, ?, ?, ?)',
      asked.sessionId,
      state,
      code,
      state === 'CODE' ? String(randomInt(100_000, 1_000_000)) : null,
      JSON.stringify(asked.destination),
      asked.amount,
      asked.narration,
    );
    return code;
  }

  #end(sessionId: string, state: TransferRow['state'], code: string): void {
    this.parts.database.run(
      'update transfer set state = ?, code = ? where session_id = ?',
      state,
      code,
      sessionId,
    );
  }

  #move({ sessionId, amount, destination, narration }: TransferRequest): void {
    const { bankCode, accountNumber } = destination;
    const { balance: _its, ...counterpart } = this.books.account(bankCode, accountNumber);
    this.books.post({ kind: 'DEBIT', sessionId, amount, counterpart, narration });
    if (amount < dutyFrom) return;
    this.books.post({
      kind: 'STAMP_DUTY',
      sessionId,
      amount: stampDuty,
      narration: 'Stamp duty',
    });
  }
}

/** Returns the code of a transfer that the bank refuses whatever the rules are. */
function refusalOf({ amount, destination }: TransferRequest): string | undefined {
  if (amount < 1) return '13';
  if (amount > transferLimit) return '61';
  return isKnownBank(destination.bankCode) ? undefined : '16';
}

function destinationOf({ destination }: TransferRow): Omit<OutsideAccount, 'bankName'> {
  return JSON.parse(destination) as TransferRequest['destination'];
}

function toRequest(row: TransferRow): TransferRequest {
  const destination = destinationOf(row);
  const { session_id: sessionId, amount, narration } = row;
  return { sessionId, amount, destination, narration: narration ?? '' };
}
