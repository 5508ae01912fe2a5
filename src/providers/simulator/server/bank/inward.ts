import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { momentOf } from '../../../../domain/moment.js';
import { sessionId as sessionIdAt } from '../../../../domain/nip-session.js';
import type {
  HookReply,
  InwardRequest,
  InwardResult,
  InwardTransfer,
  LineResult,
  Notify,
  OutsideAccount,
} from '../../control-client.js';
import { Refusal } from '../refusal.js';
import type { SimulatorParts } from '../route-group.js';
import type { Books, Line } from './books.js';

const provider = 'simulator';
const testPayer: OutsideAccount = {
  accountNumber: '0123456789',
  accountName: 'ADA OBI',
  bankCode: '999998',
  bankName: 'Simulator Bank',
};

interface Recorded {
  readonly line: Line;
  readonly recorded: boolean;
}

/** Transfers from outside into Manilla's numbers, and the bank's reports of them. */
export class Inward {
  constructor(
    private readonly parts: SimulatorParts,
    private readonly books: Books,
  ) {}

  /** Asks for the name if the request calls for it, records the transfer, and then reports it. */
  async pay(request: InwardRequest): Promise<InwardResult> {
    const isSent = this.#known(request) !== undefined;
    const nameEnquiry = asksName(request) ? await this.enquireName(request.accountNumber) : null;
    const isRefused = nameEnquiry !== null && nameEnquiry.code !== '00';
    if (!isSent && (isRefused || request.decline !== undefined)) {
      const sessionId = request.sessionId ?? mint(request);
      return { sessionId, lineId: null, recorded: false, nameEnquiry, notifications: [] };
    }
    const recorded = this.parts.database.transact(() => this.#record(request));
    const [notifications = []] = await this.#tell([recorded], request.notify ?? {});
    return { ...toResult(recorded, notifications), nameEnquiry: isRefused ? null : nameEnquiry };
  }

  /** Records all transfers in one step, and reports them only as `notify` says. */
  async payMany(transfers: readonly InwardTransfer[], notify: Notify): Promise<InwardResult[]> {
    const recorded = this.parts.database.transact(() =>
      transfers.map((transfer) => this.#record(transfer)),
    );
    const replies = notify.times === undefined ? [] : await this.#tell(recorded, notify);
    return recorded.map((each, i) => toResult(each, replies[i] ?? []));
  }

  enquireName(accountNumber: string): Promise<HookReply> {
    return this.parts.hooks.tell(provider, 'name-enquiry', { accountNumber });
  }

  /** Takes a credit back: the whole of it, unless an amount is given. A repeated request reports the last recall again. */
  async recall(
    sessionId: string,
    {
      amount,
      notify,
    }: { readonly amount?: number | undefined; readonly notify?: Notify | undefined },
  ): Promise<LineResult> {
    const line = this.parts.database.transact(() => this.#takeBack(sessionId, amount));
    const eventId = `rcl-${line.lineId}`;
    const event = { eventId, sessionId, amount: line.amount };
    let hook: HookReply | null = null;
    await sleep(notify?.delayMs ?? 0);
    for (let sent = 0; sent < (notify?.times ?? 1); sent += 1) {
      hook = await this.parts.hooks.tell(provider, 'recall', notify?.garbage ? '{"ev' : event);
    }
    return { lineId: line.lineId, sessionId, eventId, hook };
  }

  #takeBack(sessionId: string, amount: number | undefined): Line {
    const credit = this.books.lineOf('CREDIT', sessionId);
    if (credit === undefined) throw new Refusal(404, 'no credit has this session id');
    const left = credit.amount - this.books.sumOf('CREDIT_RECALLED', sessionId);
    const last = this.books.lineOf('CREDIT_RECALLED', sessionId);
    if (left === 0 && last !== undefined && amount === undefined) return last;
    if ((amount ?? left) > left) throw new Refusal(409, `${left} kobo of it are left`);
    const { accountNumber, counterpart } = credit;
    return this.books.post({
      kind: 'CREDIT_RECALLED',
      sessionId,
      amount: amount ?? left,
      accountNumber,
      counterpart,
      narration: 'Recalled by the payer’s bank',
    });
  }

  #record(transfer: InwardTransfer): Recorded {
    const known = this.#known(transfer);
    if (known !== undefined) return { line: known, recorded: false };
    const line = this.books.post({
      kind: 'CREDIT',
      sessionId: transfer.sessionId ?? mint(transfer),
      amount: transfer.amount,
      accountNumber: transfer.accountNumber,
      counterpart: payerOf(transfer),
      narration: transfer.narration ?? 'Simulated transfer',
    });
    if (transfer.requestId !== undefined && line.sessionId !== null) {
      this.books.rememberAsked(transfer.requestId, line.sessionId);
    }
    return { line, recorded: true };
  }

  /** Finds an earlier record of the transfer, by its session id or by the request that made it. */
  #known({ sessionId, requestId }: InwardTransfer): Line | undefined {
    if (sessionId !== undefined) return this.books.lineOf('CREDIT', sessionId);
    return requestId === undefined ? undefined : this.books.creditAskedBy(requestId);
  }

  /** Reports transfers, and returns the replies by transfer. */
  async #tell(transfers: readonly Recorded[], wish: Notify): Promise<HookReply[][]> {
    if (wish.later) {
      const { later: _now, ...rest } = wish;
      void this.#tell(transfers, rest).catch((err: unknown) =>
        this.parts.log.warn({ err }, 'nobody was told of a transfer'),
      );
      return [];
    }
    const replies: HookReply[][] = transfers.map(() => []);
    const notices = transfers.map(({ line }, i) => async (): Promise<void> => {
      const { times = 1, delayMs = 0, garbage = false } = { ...this.#ruled(line), ...wish };
      await sleep(delayMs);
      for (let sent = 0; sent < times; sent += 1) {
        replies[i]?.push(
          await this.parts.hooks.tell(provider, 'inward-credit', garbage ? '{"se' : noticeOf(line)),
        );
      }
    });
    if (wish.order === 'TOGETHER') {
      await Promise.all(notices.map((notice) => notice()));
      return replies;
    }
    for (const notice of wish.order === 'REVERSED' ? notices.toReversed() : notices) await notice();
    return replies;
  }

  #ruled({ accountNumber, sessionId }: Line): Notify {
    const rule = this.parts.behaviours.for({
      on: 'notify',
      accounts: [accountNumber],
      subject: sessionId ?? '',
    });
    if (rule === undefined) return {};
    return rule.delayMs === undefined
      ? (rule.notify ?? {})
      : { delayMs: rule.delayMs, ...rule.notify };
  }
}

/** A bank asks before it sends, but not for a transfer that was sent earlier, or is reported again. */
function asksName({ askName, sentAt, sessionId }: InwardRequest): boolean {
  return askName ?? (sentAt === undefined && sessionId === undefined);
}

/** 30 digits in Lagos time, as the payer's bank makes them. */
function mint(transfer: InwardTransfer): string {
  const at = momentOf(transfer.sentAt) ?? new Date();
  return sessionIdAt(payerOf(transfer).bankCode, at, String(randomInt(10 ** 12)));
}

function payerOf({ source = {} }: InwardTransfer): OutsideAccount {
  return {
    accountNumber: source.accountNumber ?? testPayer.accountNumber,
    accountName: source.accountName ?? testPayer.accountName,
    bankCode: source.bankCode ?? testPayer.bankCode,
    bankName: source.bankName ?? testPayer.bankName,
  };
}

function noticeOf({ sessionId, accountNumber, amount, narration, counterpart }: Line): object {
  return {
    sessionId,
    accountNumber,
    amount,
    currency: 'NGN',
    narration,
    sourceAccountNumber: counterpart.accountNumber,
    sourceAccountName: counterpart.accountName,
    sourceBankCode: counterpart.bankCode,
    sourceBankName: counterpart.bankName,
  };
}

function toResult({ line, recorded }: Recorded, notifications: HookReply[]): InwardResult {
  const { lineId, sessionId } = line;
  return { sessionId: sessionId ?? '', lineId, recorded, nameEnquiry: null, notifications };
}
