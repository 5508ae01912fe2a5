import { StreamableFile } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { filesKey } from './open-api-model.js';

/** Documents that the operation answers with a file of one of these types. Stands beside `Answers(null, reasons)`. */
export function AnswersFile(mediaTypes: readonly string[]): MethodDecorator {
  const binary = { type: 'string', format: 'binary' };
  return ApiExtension(filesKey, Object.fromEntries(mediaTypes.map((type) => [type, binary])));
}

export interface SavedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Returns a file that came from outside. A browser saves it and never shows it, because a PDF may hold anything. */
export function savedFile(reply: FastifyReply, { name, ...file }: SavedFile): StreamableFile {
  addSavedHeaders(reply, name);
  const { mediaType: type, content } = file;
  return new StreamableFile(content, { type, length: content.length });
}

export function addSavedHeaders(reply: FastifyReply, name: string): void {
  void reply.headers({
    'content-disposition': `attachment; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
}
