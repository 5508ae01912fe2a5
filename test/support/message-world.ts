import { randomBytes } from 'node:crypto';
import { Courier, type CourierPorts } from '../../src/notify/messages/courier.js';
import type { ClaimedMessage } from '../../src/notify/messages/claimed-message.js';
import { PgMessageStore } from '../../src/notify/messages/message.store.js';
import { GuardedSender, SenderMetrics } from '../../src/notify/senders/guarded-sender.js';
import type { MessageSender } from '../../src/notify/senders/sender.port.js';
import { PgAttentionStore } from '../../src/operators/messages/attention.store.js';
import { ContactMails } from '../../src/pages/mails/contact-mails.js';
import { Mails } from '../../src/pages/mails/mails.js';
import { PayerMails, type PayerMailsPorts } from '../../src/pages/mails/payer-mails.js';
import { loadTemplates } from '../../src/pages/mails/template-files.js';
import { PgPageStore } from '../../src/pages/payer/page.store.js';
import { receiptPdf } from '../../src/pages/payer/receipt-pdf.js';
import { StatementService } from '../../src/payouts/statements/statement.service.js';
import { PgStatementStore } from '../../src/payouts/statements/statement.store.js';
import { statementPdf } from '../../src/payouts/statements/statement-pdf.js';
import { PgContactFacts } from '../../src/reports/message-facts/contact-facts.store.js';
import { PageLinks } from '../../src/payments/checkouts/page-links.js';
import { createRegistry } from '../../src/platform/observability/metrics.js';
import { Shop } from './shop.js';

interface MailChanges {
  readonly isSandbox?: boolean;
  readonly templates?: string | null;
  /** Left out: receipts are drawn in this thread. */
  readonly drawReceipt?: PayerMailsPorts['drawReceipt'];
}

/** A shop whose payers are told, on a database of a test's own. */
export class MessageWorld implements AsyncDisposable {
  readonly store: PgMessageStore;
  readonly facts: PgContactFacts;
  readonly attention: PgAttentionStore;
  readonly links = new PageLinks(randomBytes(32), 'https://pay.example.ng');
  readonly registry = createRegistry();
  /** What was logged, as JSON. */
  readonly logged: string[] = [];

  private constructor(readonly shop: Shop) {
    this.store = new PgMessageStore(shop.pool);
    this.facts = new PgContactFacts(shop.pool);
    this.attention = new PgAttentionStore(shop.pool);
  }

  static async open(shop?: Shop): Promise<MessageWorld> {
    const world = new MessageWorld(shop ?? (await Shop.open(6)));
    await world.store.setChannels({ EMAIL: 'smtp', SMS: 'termii' });
    return world;
  }

  /** An order that is paid in full. */
  async paid(reference?: string) {
    const order = await this.shop.order(reference === undefined ? {} : { reference });
    await this.shop.payAndPost(order, 1_000_000n);
    return order;
  }

  mails(changes: MailChanges = {}): Mails {
    const { pool } = this.shop;
    const isSandbox = changes.isSandbox ?? false;
    const templates = loadTemplates(changes.templates ?? null);
    const statements = new StatementService(new PgStatementStore(pool), isSandbox);
    const payers = new PayerMails({
      pages: new PgPageStore(this.shop.pool),
      links: this.links,
      logos: { find: () => Promise.resolve(undefined) },
      drawReceipt: changes.drawReceipt ?? ((_merchantId, ...asked) => receiptPdf(...asked)),
      templates: templates.payers,
      baseUrl: 'https://pay.example.ng',
      isSandbox,
    });
    const contacts = new ContactMails({
      ...{ portalUrl: 'https://portal.example.ng', linkOf: () => 'link' },
      ...{ facts: this.facts, attention: this.attention, isSandbox },
      statement: async (merchantId, reference) => {
        const parts: Buffer[] = [];
        const statement = await statements.ofSettlement(merchantId, reference);
        for await (const part of statementPdf(statement)) parts.push(part);
        return Buffer.concat(parts);
      },
      templates: templates.contacts,
      deskUrl: 'https://desk.example.ng',
    });
    return new Mails(payers, contacts);
  }

  courier(sender: MessageSender, changes: Partial<CourierPorts> = {}, leaseMs = 60_000): Courier {
    const log = {
      warn: (details: object, message: string) => {
        this.logged.push(JSON.stringify([details, message], plain));
      },
    };
    const breaker = { failures: 1_000, minOpenMs: 1, maxOpenMs: 1 };
    const guarded = new GuardedSender(sender, new SenderMetrics(createRegistry()), log, breaker);
    const timed = { write: () => this.attention.tell() };
    const senders = new Map([[sender.channel, guarded]]);
    return new Courier(
      {
        ...{ messages: this.store, renderer: this.mails(), timed, senders, log },
        // Tests do not wait for a machine that is not theirs alone.
        processors: { isBusy: () => false },
        ...changes,
      },
      { pollMs: 10, leaseMs },
    );
  }

  /** As it would be sent in the sandbox. */
  draw(message: ClaimedMessage) {
    return this.mails({ isSandbox: true }).render(message);
  }

  /** Carries until nothing is due any more. */
  async carry(courier: Courier): Promise<void> {
    do await courier.carry(20, AbortSignal.timeout(20_000));
    while ((await this.due()) > 0);
  }

  async due(): Promise<number> {
    const { rows } = await this.shop.pool.query(
      `select count(*)::int as due from message where status in ('PENDING', 'SENDING') and due_at <= now()`,
    );
    return rows[0].due;
  }

  /** All messages, in the order in which they were written. */
  async messages(): Promise<Record<string, unknown>[]> {
    const { rows } = await this.shop.pool.query(
      `select message_id, kind, cause, recipient, channel, status, reason, attempts, sender, reference from message order by message_id`,
    );
    return rows;
  }

  claim(channels: ClaimedMessage['channel'][] = ['EMAIL', 'SMS'], quietUntil: Date | null = null) {
    return this.store.claim({ limit: 100, channels, leaseMs: 60_000, quietUntil });
  }

  /** What the merchant has chosen. */
  async choose(choices: object): Promise<void> {
    await this.shop.pool.query('update merchant set messages = $1', [JSON.stringify(choices)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shop[Symbol.asyncDispose]();
  }
}

function plain(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.stack}` : value;
}
