import type {
  KindChoice,
  MutableMessageKind,
  PayerMessageKind,
  SummaryPeriod,
} from '../../domain/message-kinds.js';
import type { PageLocale } from '../../domain/page-locale.js';

/**
 * The choices of a merchant about the messages to its payers and contacts, as they are stored: only what was chosen.
 */
export interface MessageChoices {
  readonly senderName?: string;
  readonly replyTo?: string;
  /** Where copies go. */
  readonly copyTo?: string;
  /** The language of messages about orders that name none. */
  readonly locale?: PageLocale;
  /** How often the business contact gets a summary of what came in and went out; left out: daily. */
  readonly summary?: SummaryPeriod;
  readonly kinds?: Readonly<
    Partial<Record<PayerMessageKind | MutableMessageKind, Partial<KindChoice>>>
  >;
}
