import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { MessageChannel } from '../domain/message-kinds.js';
import { DrawingThread, forMessages } from '../http/drawing-thread.js';
import { PgCheckoutPageStore } from '../merchants/settings/checkout-page.store.js';
import { Courier } from '../notify/messages/courier.js';
import { PgMessageStore } from '../notify/messages/message.store.js';
import { SealedOutbox } from '../notify/messages/outbox.js';
import { GuardedSender, SenderMetrics } from '../notify/senders/guarded-sender.js';
import { createSenders } from '../notify/senders/registry.js';
import type { MessageSender } from '../notify/senders/sender.port.js';
import { PgAttentionStore } from '../operators/messages/attention.store.js';
import { ContactMails } from '../pages/mails/contact-mails.js';
import { Mails } from '../pages/mails/mails.js';
import { PayerMails } from '../pages/mails/payer-mails.js';
import { loadTemplates, type Templates } from '../pages/mails/template-files.js';
import { Logos } from '../pages/payer/logos.js';
import { PgPageStore } from '../pages/payer/page.store.js';
import type { receiptPdf } from '../pages/payer/receipt-pdf.js';
import { PgStatementStore } from '../payouts/statements/statement.store.js';
import { StatementService } from '../payouts/statements/statement.service.js';
import { readWhole } from '../payouts/statements/statement-lines.js';
import { PageLinks } from '../payments/checkouts/page-links.js';
import type { Config } from '../platform/config/config.js';
import { createSecretSeal } from '../platform/keys/secret-seal.js';
import { PgContactFacts } from '../reports/message-facts/contact-facts.store.js';
import type { Logger } from '../platform/observability/logger.js';
import { ProcessorWatch } from '../platform/observability/processor-watch.js';

/** The parts that send messages to people. */
export interface MessageParts {
  readonly courier: Courier;
  /** Allows messages for the channels that have a sender, and logs which channels have none. */
  announce(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the parts. @throws TemplateFault when a template of the installation cannot be used */
export function createMessageParts(
  config: Config,
  pool: pg.Pool,
  registry: Registry,
  log: Logger,
): MessageParts {
  const store = new PgMessageStore(pool);
  const isSandbox = config.environment === 'sandbox';
  const outbox = new SealedOutbox(store, createSecretSeal(config.sealKeys, 'message copy'));
  const senders = createSenders(config.senders, isSandbox, outbox);
  const metrics = new SenderMetrics(registry);
  const facts = new PgContactFacts(pool);
  const attention = new PgAttentionStore(pool);
  const guarded = [...senders].map(
    ([channel, sender]) => [channel, new GuardedSender(sender, metrics, log)] as const,
  );
  return {
    courier: new Courier(
      {
        messages: store,
        renderer: createMails(config, pool, facts, attention),
        timed: {
          write: async () => {
            // Operators are told first, and summaries are written also when that fails.
            try {
              await attention.tell();
            } finally {
              await facts.writeSummaries(new Date());
            }
          },
        },
        senders: new Map(guarded),
        processors: new ProcessorWatch(),
        log,
      },
      { receiptsWaitMs: config.senders.receiptsWaitMs },
    ),
    announce: async () => {
      await announce(store, senders, log);
      await attention.setOperators(config.senders.operators);
    },
    close: async () => {
      for (const sender of senders.values()) await sender.close();
    },
  };
}

/** The most lines of an attached statement, about 3 MB. A longer statement is not attached. */
const longestStatement = 5_000;

function createMails(
  config: Config,
  pool: pg.Pool,
  facts: PgContactFacts,
  attention: PgAttentionStore,
): Mails {
  const drawings = new DrawingThread(forMessages);
  const templates = loadTemplates(config.senders.templates);
  const isSandbox = config.environment === 'sandbox';
  const statements = new StatementService(new PgStatementStore(pool), isSandbox);
  const payers = createPayerMails(config, pool, drawings, templates.payers);
  const linkSeal = createSecretSeal(config.sealKeys, 'link');
  const contacts = new ContactMails({
    portalUrl: config.portalUrl,
    linkOf: (personId, sealed) => linkSeal.open(Buffer.from(sealed, 'hex'), personId),
    ...{ facts, attention, isSandbox, templates: templates.contacts, deskUrl: config.deskUrl },
    statement: async (merchantId, reference) => {
      const statement = await statements.ofSettlement(merchantId, reference);
      if (statement.head.lineCount > longestStatement) return undefined;
      return drawings.draw('statement', merchantId, () => readWhole(statement));
    },
  });
  return new Mails(payers, contacts);
}

function createPayerMails(
  config: Config,
  pool: pg.Pool,
  drawings: DrawingThread,
  templates: Templates['payers'],
): PayerMails {
  return new PayerMails({
    pages: new PgPageStore(pool),
    links: new PageLinks(config.accessCodeKey, config.baseUrl),
    logos: new Logos(new PgCheckoutPageStore(pool)),
    drawReceipt: (merchantId, ...asked: Parameters<typeof receiptPdf>) =>
      drawings.draw('receipt', merchantId, () => Promise.resolve(asked)),
    templates,
    baseUrl: config.baseUrl,
    isSandbox: config.environment === 'sandbox',
  });
}

async function announce(
  store: PgMessageStore,
  senders: ReadonlyMap<MessageChannel, MessageSender>,
  log: Logger,
): Promise<void> {
  const nameOf = (channel: MessageChannel): string | null => senders.get(channel)?.name ?? null;
  const carried = { EMAIL: nameOf('EMAIL'), SMS: nameOf('SMS') };
  await store.setChannels(carried);
  if (carried.EMAIL === null) {
    log.warn(carried, 'nobody will be told by e-mail: set MANILLA_SMTP_URL (docs/senders.md)');
  } else {
    log.info(carried, 'people are told');
  }
}
