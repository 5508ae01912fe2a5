import { createHash } from 'node:crypto';
import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import { FairQueue } from '../../http/fair-queue.js';
import { newId } from '../../platform/database/new-id.js';
import { EvidenceFault, evidenceIn, evidenceLimits } from './evidence-content.js';
import type { EvidenceFileView } from './evidence-file.js';
import type { FileContent, PgEvidenceFiles } from './evidence-file.store.js';
import type { PgDisputeStore } from './dispute.store.js';

/** One picture is decoded at a time, because that takes up to a hundred megabytes and one processor. */
const pictures = { atOnce: 1, ofOne: 2, waiting: 8 } as const;

/** Few sealed files are opened at a time, because opening one takes twice its size in memory. */
const downloads = { atOnce: 4, ofOne: 2, waiting: 20 } as const;

/** Accepts merchants’ files as evidence, and returns them. */
export class EvidenceFilesService {
  readonly #queue = new FairQueue(pictures);
  readonly #downloads = new FairQueue(downloads);

  constructor(
    private readonly disputes: Pick<PgDisputeStore, 'find'>,
    private readonly files: PgEvidenceFiles,
  ) {}

  /**
   * Stores a file, or returns the existing one.
   *
   * @throws ApiError VALIDATION_FAILED, TOO_MUCH_AT_ONCE, RESOURCE_NOT_FOUND, DISPUTE_NOT_OPEN,
   * DISPUTE_ALREADY_ANSWERED, DISPUTE_DEADLINE_PASSED, or EVIDENCE_FULL
   */
  async add(
    merchantId: string,
    disputeId: string,
    uploaded: Buffer,
    by: Actor,
  ): Promise<{ replayed: boolean; file: EvidenceFileView }> {
    // The dispute is looked up before anything is decoded, because decoding is expensive.
    if ((await this.disputes.find(merchantId, disputeId)) === undefined) {
      throw new ApiError('RESOURCE_NOT_FOUND');
    }
    const { mediaType, bytes: content } = await this.#contentOf(merchantId, uploaded);
    const uploadHash = createHash('sha256').update(uploaded).digest();
    const added = await this.files.add(
      { merchantId, disputeId, fileId: newId('fil'), mediaType, content, uploadHash, by },
      { files: evidenceLimits.files, bytes: evidenceLimits.bytesOfDispute },
    );
    if (!('file' in added)) throw new ApiError(added.outcome);
    const { fileId, bytes: size, uploadedAt, ...file } = added.file;
    return {
      replayed: added.outcome === 'EXISTING',
      file: { fileId, mediaType: file.mediaType, size, uploadedAt: uploadedAt.toISOString() },
    };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, TOO_MUCH_AT_ONCE */
  async read(merchantId: string, disputeId: string, fileId: string): Promise<FileContent> {
    const found = await this.#downloads.take(merchantId, () =>
      this.files.read(disputeId, fileId, merchantId),
    );
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }

  async #contentOf(merchantId: string, uploaded: Buffer) {
    try {
      return await this.#queue.take(merchantId, () => evidenceIn(uploaded));
    } catch (error) {
      if (!(error instanceof EvidenceFault)) throw error;
      const message = `file ${error.message}`;
      throw new ApiError('VALIDATION_FAILED', {
        message: `${message}.`,
        errors: [{ field: 'file', rule: 'text', message }],
      });
    }
  }
}
