import type { z } from 'zod';
import { evidenceMediaTypes } from '../../domain/card-rail.port.js';
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
