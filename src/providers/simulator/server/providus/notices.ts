import { createHash, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { momentOf } from '../../../../domain/moment.js';
import { toDecimalNaira } from '../../../../domain/money.js';
import { sessionId as mintSessionId } from '../../../../domain/nip-session.js';
import type { HookReply, InwardRequest, InwardResult, Notify } from '../../control-client.js';
import type { BehaviourRule } from '../behaviour/rules.js';
import { Refusal } from '../refusal.js';
import type { InwardTaker, SimulatorParts } from '../route-group.js';
import type { CreditRow, ProvidusBook } from './book.js';
import type { Misbehaviour } from './misbehaviours.js';

/**
 * The agreements of the bank and Manilla for the sandbox; Manilla's side is testSettings of
 * src/providers/providus/settings.ts.
 */
export const agreed = {
  clientId: 'manilla-test',
  secret: 'secret-1',
  userName: 'manilla',
  password: 'password-1',
} as const;

const mostTries = 4;
const retryMs = 400;
const lagosMs = 3_600_000;

export function signatureBy(secret: string): string {
  return createHash('sha512').update(`${agreed.clientId}:${secret}`).digest('hex');
}

/** Takes payers' money for the bank's numbers, and sends Manilla the bank's notices of it. */
export class ProvidusInward implements InwardTaker {
  constructor(
    private readonly parts: SimulatorParts,
    private readonly book: ProvidusBook,
  ) {}

  has(number: string): boolean {
    return this.book.holderOf(number) !== undefined;
  }

  async pay(request: InwardRequest): Promise<InwardResult> {
    const known = this.#known(request);
    if (known === undefined && request.decline !== undefined) {
      const sessionId = request.sessionId ?? this.#mint(request, undefined);
      return { sessionId, lineId: null, recorded: false, nameEnquiry: null, notifications: [] };
    }
    const rule = this.#ruleOf(request.accountNumber);
    const credit = known ?? this.#record(request, rule);
    const isToHear = credit.state !== 'SILENT';
    const notifications = isToHear ? await this.#tell(credit, request.notify ?? {}, rule) : [];
    const recorded = known === undefined;
    // The bank has no line numbers that rise. This number only says that the money is there.
    return {
      ...{ sessionId: credit.session_id, lineId: 1, recorded },
      ...{ nameEnquiry: null, notifications },
    };
  }

  /** Sends the notice of a credit again. @throws Refusal for a credit that does not exist. */
  async repush(settlementId: string): Promise<HookReply> {
    const credit = this.book.creditBy('settlement_id', settlementId);
    if (credit === undefined) throw new Refusal(404, 'no credit has this settlement id');
    return this.#once(credit, undefined);
  }

  #known({ sessionId, requestId }: InwardRequest): CreditRow | undefined {
    if (sessionId !== undefined) return this.book.creditBy('session_id', sessionId);
    return requestId === undefined ? undefined : this.book.creditBy('request_id', requestId);
  }

  #ruleOf(number: string): BehaviourRule | undefined {
    return this.parts.behaviours.for({
      on: 'providus.notice',
      accounts: [number],
      subject: number,
    });
  }

  /**
   * Records the money. Money for a number whose time is over, or that is stopped, is taken too, but nobody gets a
   * notice.
   */
  #record(request: InwardRequest, rule: BehaviourRule | undefined): CreditRow {
    const holder = this.book.holderOf(request.accountNumber);
    if (holder === undefined) throw new Refusal(404, 'nobody has this number');
    const sentAt = momentOf(request.sentAt)?.getTime() ?? Date.now();
    const isOver = holder.ends_at !== null && holder.ends_at <= sentAt;
    const isSilent = isOver || holder.blacklisted === 1;
    const row = {
      settlement_id: `${Date.now()}${String(randomInt(10 ** 9)).padStart(9, '0')}`,
      session_id: request.sessionId ?? this.#mint(request, rule),
      ...{ number: request.accountNumber, amount: request.amount },
      kept: rule?.as === 'SETTLED_SHORT' ? 1_075 : 0,
      reference: holder.reference,
      source: JSON.stringify({
        accountNumber: '0123456789',
        accountName: 'ADA OBI',
        bankName: 'Simulator Bank',
        ...defined(request.source ?? {}),
      }),
      narration: request.narration ?? 'Simulated transfer',
      sent_at: sentAt,
      state: isSilent ? ('SILENT' as const) : ('PENDING' as const),
    };
    const credit = this.book.addCredit(row, request.requestId);
    if (rule?.as === 'OTHER_SETTLEMENT') {
      this.book.addCredit({ ...row, settlement_id: `${row.settlement_id}2` }, undefined);
    }
    return credit;
  }

  #mint({ sentAt }: InwardRequest, rule: BehaviourRule | undefined): string {
    const at = momentOf(sentAt) ?? new Date();
    const whole = mintSessionId('999998', at, String(randomInt(10 ** 12)));
    if (rule?.as === 'SESSION_46') return whole + String(randomInt(10 ** 12)).padStart(16, '7');
    return rule?.as === 'SESSION_23' ? whole.slice(0, 23) : whole;
  }

  async #tell(
    credit: CreditRow,
    wish: Notify,
    rule: BehaviourRule | undefined,
  ): Promise<HookReply[]> {
    const { times = 1, delayMs = 0, later = false } = { ...rule?.notify, ...wish };
    if (later) {
      void this.#tell(credit, { times, delayMs }, rule).catch((err: unknown) =>
        this.parts.log.warn({ err }, 'nobody was told of a credit'),
      );
      return [];
    }
    await sleep(delayMs);
    if (rule?.as === 'TWICE') {
      return Promise.all([this.#once(credit, rule), this.#once(credit, rule)]);
    }
    const replies: HookReply[] = [];
    for (let told = 0; told < times; told += 1) replies.push(await this.#once(credit, rule));
    for (const more of this.#alsoSent(credit, rule))
      replies.push(await this.#once(more, undefined));
    if (times > 0 && isToRetry(replies.at(-1))) void this.#retry(credit, rule);
    return replies;
  }

  #alsoSent(credit: CreditRow, rule: BehaviourRule | undefined): CreditRow[] {
    if (rule?.as === 'OTHER_SESSION') return [{ ...credit, session_id: `${credit.session_id}99` }];
    if (rule?.as !== 'OTHER_SETTLEMENT') return [];
    return this.book.credits().filter((row) => row.settlement_id === `${credit.settlement_id}2`);
  }

  /** Sends the notice up to four times in all. Then the credit is pending until somebody asks for it. */
  async #retry(credit: CreditRow, rule: BehaviourRule | undefined): Promise<void> {
    for (let tries = 1; tries < mostTries; tries += 1) {
      await sleep(retryMs * tries);
      if (!isToRetry(await this.#once(credit, rule).catch(() => undefined))) return;
    }
  }

  async #once(credit: CreditRow, rule: BehaviourRule | undefined): Promise<HookReply> {
    const as = rule?.as as Misbehaviour | undefined;
    const signature = signatureOf(as);
    const reply = await this.parts.hooks.tellRaw('/api/v1/providers/providus/notice', {
      headers: {
        'content-type': 'application/json',
        'client-id': agreed.clientId,
        ...(signature !== undefined && { 'x-auth-signature': signature }),
      },
      body: as === 'NO_JSON' ? '{"sessionId":' : this.#bodyOf(credit, as),
    });
    const answered = reply.data?.['responseCode'];
    const code = typeof answered === 'string' ? answered : '';
    const state = code === '00' || code === '01' ? 'TOLD' : code === '02' ? 'REJECTED' : 'PENDING';
    this.book.noteSent(credit.settlement_id, state);
    return { ...reply, code };
  }

  #bodyOf(credit: CreditRow, as: Misbehaviour | undefined): string {
    const members = creditMembers(credit, as);
    const older = this.book.olderHolderOf(credit.number)?.reference;
    const told = {
      ...members,
      ...(as === 'ALTERED' && {
        transactionAmount: toDecimalNaira(BigInt(credit.amount + 100_000)),
      }),
      ...(as === 'OTHER_ACCOUNT' && { accountNumber: '9977999999' }),
      ...(as === 'OTHER_DETAILS' && otherDetails(credit)),
      ...(as === 'REMARKS_NUL' && { tranRemarks: 'a\u0000b' }),
      ...(as === 'REFERENCE_OLD' && { initiationTranRef: older }),
      ...(as === 'FOREIGN_MEMBERS' && { extra: null, nested: { deep: [1, { a: null }] }, é: 'ẹ́' }),
    };
    const text = JSON.stringify(told);
    // JSON.stringify cannot write a number with the decimals that its text has.
    return as === 'AMOUNT_NUMBER' ? text.replace(/("transactionAmount":)"([\d.]+)"/, '$1$2') : text;
  }
}

/** Everything of a notice that does not say what was paid into which account. */
function otherDetails({ amount, session_id, sent_at }: CreditRow): Record<string, string> {
  return {
    sessionId: `${session_id}77`,
    sourceAccountNumber: '9876543210',
    sourceAccountName: 'SOMEBODY ELSE',
    sourceBankName: 'Another Bank',
    sourceBankCode: '000001',
    tranRemarks: 'other remarks',
    tranDateTime: dateText(sent_at - 86_400_000, undefined),
    feeAmount: toDecimalNaira(BigInt(amount)),
    settledAmount: '0.00',
  };
}

function isToRetry(reply: HookReply | undefined): boolean {
  return reply === undefined || !['00', '01', '02'].includes(reply.code);
}

function signatureOf(as: Misbehaviour | undefined): string | undefined {
  if (as === 'SIGNATURE_MISSING') return undefined;
  if (as === 'SIGNATURE_WRONG') return signatureBy('nobody');
  if (as === 'SIGNATURE_OLD') return signatureBy('secret-0');
  const right = signatureBy(agreed.secret);
  return as === 'SIGNATURE_CAPITALS' ? right.toUpperCase() : right;
}

/** The members of a notice, which a verify answers as well. */
export function creditMembers(credit: CreditRow, as?: Misbehaviour): Record<string, unknown> {
  const source = JSON.parse(credit.source) as Record<string, string>;
  return {
    sessionId: credit.session_id,
    accountNumber: credit.number,
    tranRemarks: credit.narration,
    transactionAmount: amountText(credit.amount, as),
    settledAmount:
      as === 'SETTLED_ZERO' ? '0' : toDecimalNaira(BigInt(credit.amount - credit.kept)),
    feeAmount: toDecimalNaira(BigInt(credit.kept === 0 ? 0 : credit.kept - 75)),
    vatAmount: credit.kept === 0 ? '0' : '0.75',
    currency: 'NGN',
    initiationTranRef: as === 'REFERENCE_NULL' ? 'null' : credit.reference,
    settlementId: credit.settlement_id,
    sourceAccountNumber: source['accountNumber'],
    sourceAccountName: source['accountName'],
    sourceBankName: source['bankName'],
    channelId: '1',
    tranDateTime: dateText(credit.sent_at, as),
  };
}

function amountText(amount: number, as: Misbehaviour | undefined): string {
  const naira = toDecimalNaira(BigInt(amount));
  if (as === 'AMOUNT_PLAIN') return naira.replace(/\.00$/, '');
  if (as === 'AMOUNT_ONE_DECIMAL') return naira.replace(/0$/, '');
  if (as === 'AMOUNT_COMMAS') return naira.replace(/\B(?=(\d{3})+\.)/g, ',');
  if (as === 'AMOUNT_ZERO') return '0';
  return as === 'AMOUNT_FRACTION' ? `${naira}5` : naira;
}

/** Lagos time without a zone, in the forms that were seen. */
function dateText(at: number, as: Misbehaviour | undefined): string {
  const local = new Date(at + lagosMs).toISOString();
  const day = local.slice(0, 10);
  const clock = local.slice(11, 19);
  if (as === 'DATE_FRACTION') return `${day} ${clock}.0`;
  if (as === 'DATE_ISO') return `${day}T${clock}+01:00`;
  const [year = '', month = '', date = ''] = day.split('-');
  if (as === 'DATE_SHORT') {
    const name = new Date(at + lagosMs).toLocaleString('en-GB', {
      month: 'short',
      timeZone: 'UTC',
    });
    return `${date}-${name.slice(0, 3)}-${year.slice(2)}`;
  }
  if (as !== 'DATE_AMERICAN') return `${day} ${clock}`;
  const hour = Number(clock.slice(0, 2));
  const half = hour < 12 ? 'AM' : 'PM';
  return `${Number(month)}/${Number(date)}/${year} ${hour % 12 || 12}${clock.slice(2)} ${half}`;
}

function defined(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
