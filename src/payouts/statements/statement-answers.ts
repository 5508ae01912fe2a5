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
 * The maximum numbers of statements that are sent at the same time, to all merchants (`atOnce`) and to one (`ofOne`).
 * They are limited because a statement that is read slowly stays in memory or keeps reading the database.
 */
const limits = { atOnce: 64, ofOne: 4, waiting: 0 } as const;

/**
 * Answers requests with statements, as files. The process has one instance, because it counts the statements at once.
 */
export class StatementAnswers {
  readonly #queue = new FairQueue(limits);

  constructor(private readonly drawings: DrawingThread) {}

  /** Returns the file that `answer` would send, for a page that hands it on. @throws ApiError as `answer` */
  file(
    format: 'csv' | 'pdf',
    merchantId: string,
    open: () => Promise<OpenStatement>,
  ): Promise<{
    readonly name: string;
    readonly type: string;
    readonly content: Buffer | Readable;
  }> {
    return new Promise((resolve, reject) => {
      const drawn = this.#queue.take(merchantId, async () => {
        const statement = await open();
        const content = await this.#bodyOf(format, merchantId, statement);
        resolve({ name: nameOf(format, statement), type: typeOf(format), content });
        if (content instanceof Readable) await finished(content).catch(() => undefined);
      });
      drawn.catch(reject);
    });
  }

  /**
   * Sends the statement as a file. JSON and CSV are streamed at the speed of the client, so a slow client delays only
   * itself.
   *
   * @throws ApiError TOO_MUCH_AT_ONCE when the merchant, or the process for all merchants, already sends the most
   * statements allowed, or too many PDFs wait to be drawn; VALIDATION_FAILED for a PDF of more than 10,000 lines
   */
  async answer(
    reply: FastifyReply,
    format: StatementFormat,
    merchantId: string,
    open: () => Promise<OpenStatement>,
  ): Promise<void> {
    await this.#queue.take(merchantId, async () => {
      const statement = await open();
      const body = await this.#bodyOf(format, merchantId, statement);
      addHeaders(reply, format, statement);
      void reply.send(body);
      // A client that disconnects early is not an error.
      await finished(reply.raw).catch(() => undefined);
    });
  }

  async #bodyOf(format: StatementFormat, merchantId: string, statement: OpenStatement) {
    requireRoom(format, statement.head.lineCount);
    if (format !== 'pdf') return Readable.from(writers[format](statement), { objectMode: false });
    return this.drawings.draw('statement', merchantId, () => readWhole(statement));
  }
}

const writers = { json: statementJson, csv: statementCsv } as const;

function typeOf(format: StatementFormat): string {
  return `${mediaTypes[format]}${format === 'pdf' ? '' : '; charset=utf-8'}`;
}

function nameOf(format: StatementFormat, { head }: OpenStatement): string {
  return `statement-${statementNumber(head)}.${format}`;
}

function addHeaders(reply: FastifyReply, format: StatementFormat, statement: OpenStatement): void {
  reply.header('content-type', typeOf(format));
  if (format === 'json') return;
  const name = nameOf(format, statement);
  reply.header('content-disposition', `attachment; filename="${name}"`);
}
