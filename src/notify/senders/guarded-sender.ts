import { Counter, Histogram, type Registry } from 'prom-client';
import { type BreakerSettings, CircuitBreaker } from '../../platform/temporal/circuit-breaker.js';
import { inSpan } from '../../platform/tracing/spans.js';
import type { MessageSender, OutgoingMessage, SendResult } from './sender.port.js';

const usual: BreakerSettings = { failures: 5, minOpenMs: 15_000, maxOpenMs: 300_000 };

export interface SenderLog {
  warn(details: object, message: string): void;
}

/** Counts what senders do. A label is a sender's name or a code of its own, and never says who gets a message. */
export class SenderMetrics {
  readonly seconds: Histogram<'sender'>;
  readonly sendings: Counter<'sender' | 'outcome' | 'code'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.seconds = new Histogram({
      name: 'manilla_message_send_seconds',
      help: 'How long a sender of e-mail or SMS took for an attempt.',
      labelNames: ['sender'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    });
    this.sendings = new Counter({
      name: 'manilla_message_sendings_total',
      help: 'Attempts to send a message, by sender, outcome (ACCEPTED, REFUSED, UNKNOWN) and code.',
      labelNames: ['sender', 'outcome', 'code'],
      registers,
    });
  }
}

/**
 * A sender that is left alone for a while after it has failed several times in a row, whatever was sent. A refused
 * address says nothing about the sender.
 */
export class GuardedSender {
  readonly #breaker: CircuitBreaker;

  constructor(
    readonly sender: MessageSender,
    private readonly metrics: SenderMetrics,
    private readonly log: SenderLog,
    settings: BreakerSettings = usual,
  ) {
    this.#breaker = new CircuitBreaker(settings);
  }

  /** Tells whether the sender may be tried now. Ask before claiming messages for it: after a yes, one must be sent. */
  allows(): boolean {
    return this.#breaker.allows();
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    const { name: sender } = this.sender;
    const startedMs = performance.now();
    const result = await inSpan(`${sender} send`, 'client', {}, () => this.sender.send(message));
    this.metrics.seconds.observe({ sender }, (performance.now() - startedMs) / 1_000);
    const { outcome } = result;
    const code = outcome === 'ACCEPTED' ? 'OK' : result.code;
    this.metrics.sendings.inc({ sender, outcome, code });
    const isFault = outcome === 'UNKNOWN' || (outcome === 'REFUSED' && result.cause === 'SENDER');
    if (!isFault) this.#breaker.succeeded();
    else if (this.#breaker.failed()) {
      this.log.warn({ sender, code }, 'a sender of messages fails; it is left alone for a while');
    }
    return result;
  }
}
