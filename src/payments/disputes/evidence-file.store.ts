import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { EvidenceFile, EvidenceMediaType } from '../../domain/card-rail.port.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const addFile = call('add_evidence_file').as<AddedRow>();
const readFile = {
  name: 'evidence_file',
  text: `select media_type, content_sealed from evidence_file
          where file_id = $1 and dispute_id = $2 and ($3::text is null or merchant_id = $3)`,
};
const filesOfAnswer = {
  name: 'evidence_files_of_answer',
  text: `select f.file_id, f.dispute_id, f.media_type
           from dispute_answer a, files_named(a.evidence) n
           join evidence_file f on f.file_id = n
          where a.answer_id = $1 and f.dispute_id = a.dispute_id order by f.file_id`,
};

/** Seals bytes for their owner (src/platform/keys/secret-seal.ts). */
export interface FileSeal {
  sealBytes(bytes: Uint8Array, owner: string): Buffer;
  openBytes(sealed: Buffer, owner: string): Buffer;
}

export interface NewEvidenceFile {
  readonly merchantId: string;
  readonly disputeId: string;
  readonly fileId: string;
  readonly mediaType: EvidenceMediaType;
  readonly content: Buffer;
  /** SHA-256 of the upload: the same file again returns the existing one. */
  readonly uploadHash: Buffer;
  readonly by: Actor;
}

/** The most files and bytes that a dispute may have. */
export interface RoomForEvidence {
  readonly files: number;
  readonly bytes: number;
}

type Refusal =
  | 'RESOURCE_NOT_FOUND'
  | 'DISPUTE_NOT_OPEN'
  | 'DISPUTE_ALREADY_ANSWERED'
  | 'DISPUTE_DEADLINE_PASSED'
  | 'EVIDENCE_FULL';

export type AddedFile =
  | { readonly outcome: Refusal }
  | { readonly outcome: 'ADDED' | 'EXISTING'; readonly file: KeptFile };

export interface KeptFile {
  readonly fileId: string;
  readonly mediaType: EvidenceMediaType;
  readonly bytes: number;
  readonly uploadedAt: Date;
}

export interface FileContent {
  readonly mediaType: EvidenceMediaType;
  readonly content: Buffer;
}

interface AddedRow {
  outcome: 'ADDED' | 'EXISTING' | Refusal;
  file_id: string;
  media_type: EvidenceMediaType;
  bytes: number;
  created_at: Date;
}

/** Files of evidence, each sealed separately. */
export class PgEvidenceFiles {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seal: FileSeal,
  ) {}

  async add({ content, by, ...file }: NewEvidenceFile, most: RoomForEvidence): Promise<AddedFile> {
    const { merchantId, disputeId, fileId, mediaType, uploadHash } = file;
    const row = await queryOne(
      this.pool,
      addFile({
        ...{ merchantId, disputeId, fileId, mediaType, uploadHash, by },
        bytes: content.length,
        sealed: this.seal.sealBytes(content, fileId),
        ...{ mostFiles: most.files, mostBytes: most.bytes },
      }),
    );
    const { outcome } = row;
    if (outcome !== 'ADDED' && outcome !== 'EXISTING') return { outcome };
    const { file_id, media_type, bytes, created_at } = row;
    return {
      outcome,
      file: { fileId: file_id, mediaType: media_type, bytes, uploadedAt: created_at },
    };
  }

  /**
   * Returns undefined when the dispute has no such file, or is another merchant's.
   *
   * @param merchantId null: the merchant is not checked
   */
  async read(
    disputeId: string,
    fileId: string,
    merchantId: string | null = null,
  ): Promise<FileContent | undefined> {
    const [row] = await query<{ media_type: EvidenceMediaType; content_sealed: Buffer }>(
      this.pool,
      readFile,
      [fileId, disputeId, merchantId],
    );
    if (row === undefined) return undefined;
    return { mediaType: row.media_type, content: this.seal.openBytes(row.content_sealed, fileId) };
  }

  /** The files that an answer names. */
  async ofAnswer(answerId: string): Promise<EvidenceFile[]> {
    const rows = await query<{
      file_id: string;
      dispute_id: string;
      media_type: EvidenceMediaType;
    }>(this.pool, filesOfAnswer, [answerId]);
    return rows.map(({ file_id: fileId, dispute_id: disputeId, media_type: mediaType }) => ({
      ...{ fileId, mediaType },
      content: async () => {
        const found = await this.read(disputeId, fileId);
        if (found === undefined) throw new Error(`the file ${fileId} is gone`);
        return found.content;
      },
    }));
  }
}
