import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { DrawingThread } from '../../http/drawing-thread.js';
import { FairQueue } from '../../http/fair-queue.js';
import { statementCsv } from './statement-csv.js';
import type { StatementFormat } from './statement.dto.js';
import { mediaTypes, requireRoom } from './statement-format.js';
import { statementJson } from './statement-json.js';
import { readWhole, statementNumber, type OpenStatement } from './statement-lines.js';

/**
 * The most statements of one merchant, and of all: a statement that is read slowly is in memory too, or keeps reading
 * the database.
 */
const limits = { atOnce: 64, ofOne: 4, waiting: 0 } as const;

/** Answers requests with statements, as files. One for the process: it counts them. */
export class StatementAnswers {
  readonly #queue = new FairQueue(limits);

  constructor(private readonly drawings: DrawingThread) {}

  /**
   * JSON and CSV are written as they are read: a slow reader holds up nothing but itself.
   *
   * @throws ApiError TOO_MUCH_AT_ONCE; VALIDATION_FAILED for a PDF that is too long for people.
   */
  async answer(
    reply: FastifyReply,
    format: StatementFormat,
    merchantId: string,
    open: () => Promise<OpenStatement>,
  ): Promise<void> {
    await this.#queue.take(merchantId, async () => {
      const statement = await open();
      requireRoom(format, statement.head.lineCount);
      const body =
        format === 'pdf'
          ? await this.drawings.draw('statement', merchantId, () => readWhole(statement))
          : Readable.from(writers[format](statement), { objectMode: false });
      addHeaders(reply, format, statement);
      void reply.send(body);
      // Whoever hangs up has had enough.
      await finished(reply.raw).catch(() => undefined);
    });
  }
}

const writers = { json: statementJson, csv: statementCsv } as const;

function addHeaders(reply: FastifyReply, format: StatementFormat, statement: OpenStatement): void {
  const charset = format === 'pdf' ? '' : '; charset=utf-8';
  reply.header('content-type', `${mediaTypes[format]}${charset}`);
  if (format !== 'json') {
    const name = `statement-${statementNumber(statement.head)}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
  }
}
