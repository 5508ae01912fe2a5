import { createHash } from 'node:crypto';
import type { OpenProvider } from '../../providers/contract.js';
import type {
  CreditConfirmation,
  NoticeAnswer,
  NoticeOutcome,
  RawNotice,
  CreditNotice,
} from '../../providers/notice.js';
import type { BookedCredit, CreditIntake } from './credit-intake.js';
import type { KeptNotice, PgKeptNotices } from './kept-notice.store.js';

interface Taken {
  readonly outcome: NoticeOutcome;
  /** The booked credit, for the log; null: nothing was booked. */
  readonly booked: BookedCredit | null;
}

export interface AnsweredNotice extends Taken {
  readonly answer: NoticeAnswer;
}

interface NoticeInHand extends RawNotice {
  /** The provider sent it now. False: it was stored, and is read again. */
  readonly arrived: boolean;
}

const nothing = (outcome: NoticeOutcome): Taken => ({ outcome, booked: null });

/**
 * Receives providers' notices, each in the provider's own format. The provider's dialect checks the signature, reads
 * the notice and makes the answer. This class asks the provider to confirm a credit if the signature proves nothing,
 * books the credit as the provider has it, and stores a notice that cannot be booked unchanged.
 */
export class NoticeIntake {
  constructor(
    private readonly providers: ReadonlyMap<string, OpenProvider>,
    private readonly intake: Pick<CreditIntake, 'receive'>,
    private readonly kept: Pick<
      PgKeptNotices,
      'keep' | 'booked' | 'takeLongestUnread' | 'forgetOld'
    >,
    private readonly log: { warn(details: object, message: string): void },
  ) {}

  /**
   * Returns undefined for a provider that sends no notices here. Never throws, because the provider expects an answer
   * in its own format.
   */
  async receive(name: string, notice: RawNotice): Promise<AnsweredNotice | undefined> {
    const provider = this.providers.get(name);
    const reader = provider?.notices;
    if (provider === undefined || !reader) return undefined;
    const taken = reader.isGenuine(notice)
      ? await this.#attempt(name, provider, notice, true)
      : nothing('NOT_GENUINE');
    return { ...taken, answer: reader.answer(taken.outcome, notice) };
  }

  /**
   * Reads stored notices again, each once, because they may be readable now, or the provider may know their credit now.
   * Begins none after `untilMs`, by the clock of `performance`: the next time goes on with the others.
   */
  async retry(name: string, untilMs: number): Promise<void> {
    const provider = this.providers.get(name);
    if (!provider?.notices) return;
    const read = new Set<bigint>();
    while (performance.now() < untilMs) {
      // One at a time, because a notice that was taken and not read would wait for its next turn.
      const notice = await this.kept.takeLongestUnread(name);
      if (notice === undefined || read.has(notice.noticeId)) return;
      read.add(notice.noticeId);
      await this.#readAgain(name, provider, notice);
    }
  }

  async #readAgain(name: string, provider: OpenProvider, { noticeId, body }: KeptNotice) {
    if (body === null) {
      this.log.warn({ provider: name, noticeId }, 'no key opens a notice that is kept');
      return;
    }
    await this.#attempt(name, provider, { headers: {}, body, part: null }, false);
  }

  /** Deletes the contents of old notices that were never booked. */
  forgetOld(limit: number): Promise<number> {
    return this.kept.forgetOld(limit);
  }

  /** A notice that fails keeps no other from being taken. */
  #attempt(
    name: string,
    provider: OpenProvider,
    notice: RawNotice,
    arrived: boolean,
  ): Promise<Taken> {
    return this.#take(name, provider, { ...notice, arrived }).catch((err: unknown) => {
      this.log.warn({ err, provider: name }, 'a notice could not be taken');
      return nothing('FAILED');
    });
  }

  async #take(
    name: string,
    { notices, confirm }: OpenProvider,
    notice: NoticeInHand,
  ): Promise<Taken> {
    const read = notices?.read(notice) ?? { kind: 'NOT_OURS' as const };
    if (read.kind === 'NOT_OURS') return nothing('NOT_OURS');
    if (read.kind === 'UNREADABLE') return this.#keep(name, notice, 'UNREADABLE', read.why);
    const { credit } = read;
    const confirmation: CreditConfirmation =
      confirm === null ? { outcome: 'SAME', credit } : await confirm(credit);
    // A missing answer says nothing about the notice: the provider sends the notice again.
    if (confirmation.outcome === 'UNKNOWN')
      return this.#keep(name, notice, 'NOT_CONFIRMED', 'NO_ANSWER');
    if (confirmation.outcome !== 'SAME') {
      return this.#keep(name, notice, 'NOT_CONFIRMED', confirmation.outcome);
    }
    // Nothing of an unproven notice is booked: who paid, when, and the fee are in the provider's answer as well.
    const booked = await this.intake.receive(name, reported(confirmation.credit));
    await this.kept.booked(name, digestOf(notice));
    return { outcome: booked.duplicate ? 'DUPLICATE' : 'BOOKED', booked };
  }

  async #keep(
    provider: string,
    notice: NoticeInHand,
    reason: 'UNREADABLE' | 'NOT_CONFIRMED',
    why: string,
  ): Promise<Taken> {
    const { body, arrived } = notice;
    await this.kept.keep({ provider, digest: digestOf(notice), body, reason, why, arrived });
    this.log.warn({ provider, reason, why }, 'a notice is kept as it came');
    return nothing(reason);
  }
}

function digestOf({ body }: RawNotice): Buffer {
  return createHash('sha256').update(body).digest();
}

function reported(credit: CreditNotice) {
  const { key, sessionId, accountNumber, amountMinor, currency, source, narration, sentAt } =
    credit;
  const { feeMinor, vatMinor, settledMinor, endToEndId, uetr } = credit;
  // With the session id as the key, and with neither a fee nor a settled amount, only scheme ids may be left to report.
  const isPlain = key === sessionId && settledMinor === null && feeMinor === null;
  const schemeIds = endToEndId === null && uetr === null ? null : { endToEndId, uetr };
  const details = {
    key: key === sessionId ? null : key,
    feeMinor,
    vatMinor,
    settledMinor,
    schemeIds,
  };
  return {
    sessionId: sessionId ?? key,
    ...{ accountNumber, amountMinor, currency, source, narration, sentAt },
    ...(isPlain && schemeIds === null ? {} : { details }),
  };
}
