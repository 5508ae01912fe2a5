import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageChannel } from '../../domain/message-kinds.js';
import { messageDelayMs, quietUntil } from '../../domain/message-schedule.js';
import type { GuardedSender, SenderLog } from '../senders/guarded-sender.js';
import type { OutgoingMessage, SendResult } from '../senders/sender.port.js';
import type { Carried, MessageCourier } from './courier.port.js';
import type { ClaimedMessage, RecordedAttempt } from './claimed-message.js';
import type { PgMessageStore } from './message.store.js';
import { AttemptBook } from './attempt-book.js';

/** Draws a message: makes its texts from the ids that it has. */
export interface MessageRenderer {
  /** NotToBeSent: the facts that the message would report are no longer so, or must not be reported. */
  render(message: ClaimedMessage): Promise<OutgoingMessage | NotToBeSent>;
}

export interface NotToBeSent {
  readonly notSent: 'OVERTAKEN' | 'NOTHING_TO_TELL';
}

export interface CourierPorts {
  readonly messages: Pick<PgMessageStore, 'claim' | 'record'>;
  readonly renderer: MessageRenderer;
  /** Writes messages whose cause is a time, and not a transaction. */
  readonly timed: { write(): Promise<void> };
  readonly senders: ReadonlyMap<MessageChannel, GuardedSender>;
  /** Whether others need the processors. */
  readonly processors: { isBusy(): boolean };
  readonly log: SenderLog;
}

export interface CourierSettings {
  /**
   * How often to look for messages that are due. The courier is not notified of them, because a notice would cost each
   * payment something.
   */
  readonly pollMs: number;
  /** A lease is longer than an attempt can take: a message without a recorded outcome by then is sent again. */
  readonly leaseMs: number;
  /** The longest time that a receipt waits while the processors are busy with payments. */
  readonly receiptsWaitMs: number;
}

const usual: CourierSettings = { pollMs: 1_000, leaseMs: 180_000, receiptsWaitMs: 120_000 };
/** The next messages are claimed when half of those under way have ended, or after this time. */
const gatherMs = 100;

/**
 * Sends the messages that are due, several at once, and writes down the outcome of each. The courier may die at any
 * moment: the messages that it had claimed are claimed again when the lease is over, and sent under the same ids.
 */
export class Courier implements MessageCourier {
  readonly #settings: CourierSettings;
  readonly #book: AttemptBook;

  constructor(
    private readonly ports: CourierPorts,
    settings: Partial<CourierSettings> = {},
  ) {
    this.#settings = { ...usual, ...settings };
    this.#book = new AttemptBook((attempts) => ports.messages.record(attempts));
  }

  async carry(forMs: number, stopped: AbortSignal): Promise<Carried> {
    await this.#writeTimed();
    const run = new CourierRun();
    const endsAt = performance.now() + forMs;
    while (performance.now() < endsAt && !stopped.aborted) {
      const isFull = this.#isFull(run);
      const claimed = await this.#claim(run);
      for (const message of claimed) run.begin(message, this.#carryOne(message));
      await (claimed.length === 0
        ? this.#rest(isFull ? run.open : [], stopped)
        : this.#gather(run, stopped));
    }
    return run.end();
  }

  /** Writes the messages whose cause is a time. Messages that cannot be written now are written in the next minute. */
  async #writeTimed(): Promise<void> {
    try {
      await this.ports.timed.write();
    } catch (err) {
      this.ports.log.warn({ err }, 'messages of this minute could not be written; trying again');
    }
  }

  /** Tells whether a sender has no room, so that a send that ends makes some. */
  #isFull(run: CourierRun): boolean {
    return [...this.ports.senders].some(
      ([channel, { sender }]) => run.roomFor(channel, sender) <= 0,
    );
  }

  /** Nothing is claimed for a sender that is left alone after failures, or that has enough under way. */
  async #claim(run: CourierRun): Promise<readonly ClaimedMessage[]> {
    const { messages, senders, processors, log } = this.ports;
    const { leaseMs } = this.#settings;
    const receiptsWaitMs = processors.isBusy() ? this.#settings.receiptsWaitMs : 0;
    const free = [...senders].flatMap(([channel, guarded]) => {
      const room = run.roomFor(channel, guarded.sender);
      return room > 0 && guarded.allows() ? [{ channel, room }] : [];
    });
    const claimed: ClaimedMessage[] = [];
    for (const { channel, room } of free) {
      const quiet = channel === 'SMS' ? quietUntil(new Date()) : null;
      const underWay = run.underWayOf(channel);
      const claim = { limit: room, channels: [channel], quietUntil: quiet, underWay };
      try {
        claimed.push(...(await messages.claim({ ...claim, leaseMs, receiptsWaitMs })));
      } catch (err) {
        log.warn({ err }, 'messages could not be claimed; trying again');
      }
    }
    return claimed;
  }

  /** Waits until one of these has ended, or it is time to look again. */
  async #rest(ends: Iterable<Promise<void>>, stopped: AbortSignal): Promise<void> {
    const pause = sleep(this.#settings.pollMs, undefined, { signal: stopped }).catch(() => {});
    await Promise.race([pause, ...ends]);
  }

  /** Waits until there is room for several messages, because a claim of one costs nearly as much as a claim of many. */
  async #gather(run: CourierRun, stopped: AbortSignal): Promise<void> {
    const enough = run.open.size / 2;
    let isOver = false;
    const pause = sleep(gatherMs, undefined, { signal: stopped })
      .catch(() => {})
      .then(() => {
        isOver = true;
      });
    while (!isOver && run.open.size > enough) await Promise.race([pause, ...run.open]);
  }

  async #carryOne(message: ClaimedMessage): Promise<keyof Carried> {
    const [attempt, what] = await this.#send(message);
    try {
      await this.#book.write(attempt);
    } catch (err) {
      const { messageId } = message;
      this.ports.log.warn({ err, messageId }, 'what became of a message was not written down');
    }
    return what;
  }

  async #send(message: ClaimedMessage): Promise<[RecordedAttempt, keyof Carried]> {
    const { messageId, channel } = message;
    const guarded = this.ports.senders.get(channel);
    const sender = guarded?.sender.name ?? null;
    try {
      const rendered = await this.ports.renderer.render(message);
      if ('notSent' in rendered) {
        return [ended(message, 'NOT_SENT', rendered.notSent, null), 'notSent'];
      }
      if (guarded === undefined) return [ended(message, 'NOT_SENT', 'NO_SENDER', null), 'notSent'];
      return judged(message, await guarded.send(rendered), sender);
    } catch (err) {
      // The fault lies in a template, a picture or the database, and may be gone at the next attempt.
      this.ports.log.warn({ err, messageId, kind: message.kind }, 'a message could not be drawn');
      return [laterOr(message, 'NOT_DRAWN', sender), 'refused'];
    }
  }
}

/** Counts the sends that are under way, and the outcomes of the others. */
class CourierRun {
  readonly open = new Set<Promise<void>>();
  readonly #underWay = new Set<ClaimedMessage>();
  readonly #carried = { accepted: 0, refused: 0, unknown: 0, notSent: 0 };

  /** How many messages more the sender of a channel takes at once. */
  roomFor(channel: MessageChannel, { concurrent }: { readonly concurrent: number }): number {
    return concurrent - [...this.#underWay].filter((message) => message.channel === channel).length;
  }

  /** How many messages of each merchant are under way. */
  underWayOf(channel: MessageChannel): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const message of this.#underWay) {
      if (message.channel !== channel || message.merchantId === null) continue;
      counts[message.merchantId] = (counts[message.merchantId] ?? 0) + 1;
    }
    return counts;
  }

  begin(message: ClaimedMessage, work: Promise<keyof Carried>): void {
    this.#underWay.add(message);
    const one = work.then((what) => {
      this.#carried[what] += 1;
      this.#underWay.delete(message);
      this.open.delete(one);
    });
    this.open.add(one);
  }

  async end(): Promise<Carried> {
    await Promise.all(this.open);
    return { ...this.#carried };
  }
}

function judged(
  message: ClaimedMessage,
  result: SendResult,
  sender: string | null,
): [RecordedAttempt, keyof Carried] {
  switch (result.outcome) {
    case 'ACCEPTED':
      return [
        { ...ended(message, 'ACCEPTED', null, sender), reference: result.reference },
        'accepted',
      ];
    case 'UNKNOWN':
      return [laterOr(message, result.code, sender), 'unknown'];
    case 'REFUSED': {
      const { code, again, cause, waitMs } = result;
      if (again === 'LATER') return [laterOr(message, code, sender, waitMs), 'refused'];
      const refused = ended(message, 'REFUSED', code, sender);
      return [{ ...refused, isAddress: cause === 'ADDRESS' }, 'refused'];
    }
  }
}

function ended(
  { messageId, attempt }: ClaimedMessage,
  status: RecordedAttempt['status'],
  reason: string | null,
  sender: string | null,
): RecordedAttempt {
  const none = { reference: null, dueInMs: null, isAddress: false };
  return { messageId, attempt, status, reason, sender, ...none };
}

/** Decides on another attempt, or on the end of the attempts. */
function laterOr(
  message: ClaimedMessage,
  reason: string,
  sender: string | null,
  askedMs?: number,
): RecordedAttempt {
  const dueInMs = messageDelayMs(message.attempt, Math.random(), askedMs ?? null);
  return dueInMs === undefined
    ? ended(message, 'GIVEN_UP', reason, sender)
    : { ...ended(message, 'PENDING', reason, sender), dueInMs };
}
