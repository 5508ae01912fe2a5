import { ApiError } from '../../http/api-error.js';
import type { PgEvidenceFiles } from '../../payments/disputes/evidence-file.store.js';
import type { Logger } from '../../platform/observability/logger.js';
import { disputeWords, refundWords, settlementWords, transactionWords } from './money-words.js';
import { accountWords, deliveryWords, journalWords, merchantWords } from './other-words.js';
import type { ThingParts } from './thing-parts.js';
import type { ThingKind } from './thing-kinds.js';
import type { Reader } from '../orders/reader.js';
import { tellerFor, type Teller } from './thing-text.js';
import type { ThingView, ThingWords } from './things.dto.js';
import type { PgThings } from './things.store.js';

const words: {
  readonly [Kind in ThingKind]: (id: string, parts: ThingParts[Kind], teller: Teller) => ThingWords;
} = {
  TRANSACTION: transactionWords,
  REFUND: refundWords,
  SETTLEMENT: settlementWords,
  DISPUTE: disputeWords,
  ACCOUNT: accountWords,
  DELIVERY: deliveryWords,
  MERCHANT: merchantWords,
  JOURNAL: journalWords,
};

/** Reads a thing with everything that belongs to it, for an operator who has a caller on the telephone. */
export class ThingsService {
  constructor(
    private readonly store: Pick<PgThings, 'find'>,
    private readonly files: Pick<PgEvidenceFiles, 'read'>,
    private readonly log: Pick<Logger, 'info'>,
  ) {}

  /** Finds a thing, and logs which reader has seen it. @throws ApiError RESOURCE_NOT_FOUND */
  async find<Kind extends ThingKind>(kind: Kind, id: string, reader: Reader): Promise<ThingView> {
    const parts = await this.store.find(kind, id);
    if (parts === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    this.log.info({ operator: reader.name, kind, id }, 'a thing was shown');
    const { currency } = parts as { currency: string };
    return { kind, id, ...words[kind](id, parts, tellerFor(currency, reader.seesAccounts)) };
  }

  /** Returns a merchant's file for a dispute, and logs which reader has seen it. @throws ApiError RESOURCE_NOT_FOUND */
  async file(disputeId: string, fileId: string, reader: Reader) {
    const found = await this.files.read(disputeId, fileId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    this.log.info({ operator: reader.name, kind: 'FILE', id: fileId }, 'a thing was shown');
    return found;
  }
}
