import type { z } from 'zod';
import { evidenceMediaTypes, type EvidenceMediaType } from '../../domain/card-rail.port.js';
import { listReply } from '../../http/paging.js';
import { oneOf, reply, text, time, whole } from '../../http/reply.js';

/** A file of a merchant for a dispute, in replies. */
export const EvidenceFileView = reply('EvidenceFileView', {
  fileId: text(
    'Id of the file. Name it in `documents` of your evidence.',
    'fil_01KA0000000000000000000000',
  ),
  mediaType: oneOf(evidenceMediaTypes, 'What it is, by its content.', 'application/pdf'),
  size: whole('Its bytes, as they are kept.', 48_213),
  uploadedAt: time('When you uploaded it.'),
});
export type EvidenceFileView = z.infer<typeof EvidenceFileView>;

export const EvidenceFileList = listReply('EvidenceFileList', EvidenceFileView, 'All files of it.');
export type EvidenceFileList = z.infer<typeof EvidenceFileList>;

const endings: Readonly<Record<EvidenceMediaType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** The name under which a file is saved. */
export function evidenceFileName(fileId: string, mediaType: EvidenceMediaType): string {
  return `${fileId}.${endings[mediaType]}`;
}
