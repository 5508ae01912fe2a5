import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { acceptedFormat } from '../../http/accepted-format.js';
import { ApiError } from '../../http/api-error.js';
import { DrawingThread } from '../../http/drawing-thread.js';
import { FairQueue } from '../../http/fair-queue.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { SettlementParameters } from '../settlement/settlement.dto.js';
import {
  PeriodStatementQuery,
  StatementQuery,
  StatementView,
  type StatementFormat,
} from './statement.dto.js';
import { AlsoAnswersFiles } from './statement-files.js';
import { statementCsv } from './statement-csv.js';
import { mediaTypes, requireRoom } from './statement-format.js';
import { statementJson } from './statement-json.js';
import { readWhole, statementNumber, type OpenStatement } from './statement-lines.js';
import { StatementService } from './statement.service.js';

/**
 * The most statements of one merchant, and of all: a statement that is read slowly is in memory too, or keeps reading
 * the database.
 */
const limits = { atOnce: 64, ofOne: 4, waiting: 0 } as const;

@ApiTags('Settlement')
@Controller('api/v1/settlement')
export class StatementsController {
  readonly #queue = new FairQueue(limits);

  constructor(
    private readonly service: StatementService,
    private readonly drawings: DrawingThread,
  ) {}

  /**
   * Returns your statement of a period as JSON, CSV or PDF: the opening balance, every change, and the closing
   * balance. The balance is what you have, pending and available, minus what you owe.
   */
  @Get('statement')
  @RequireScope('settlements:read')
  @AlsoAnswersFiles()
  @Answers(StatementView, [...tokenReasons, 'NOT_ACCEPTABLE', 'TOO_MUCH_AT_ONCE'])
  async getPeriodStatement(
    @Query() query: PeriodStatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { merchantId } = merchantOf(request);
    await this.#answer(reply, formatOf(query, request), merchantId, () =>
      this.service.ofPeriod(merchantId, query),
    );
  }

  /**
   * Returns the statement of one settlement as JSON, CSV or PDF: every collection, refund and dispute in it, and its
   * payouts.
   */
  @Get(':settlementReference/statement')
  @RequireScope('settlements:read')
  @AlsoAnswersFiles()
  @Answers(StatementView, [
    ...tokenReasons,
    'RESOURCE_NOT_FOUND',
    'NOT_ACCEPTABLE',
    'TOO_MUCH_AT_ONCE',
  ])
  async getSettlementStatement(
    @Param() { settlementReference }: SettlementParameters,
    @Query() query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { merchantId } = merchantOf(request);
    await this.#answer(reply, formatOf(query, request), merchantId, () =>
      this.service.ofSettlement(merchantId, settlementReference),
    );
  }

  /**
   * JSON and CSV are written as they are read: a slow reader holds up nothing but itself.
   *
   * @throws ApiError TOO_MUCH_AT_ONCE; VALIDATION_FAILED for a PDF that is too long for people.
   */
  async #answer(
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

function formatOf({ format }: StatementQuery, { headers }: FastifyRequest): StatementFormat {
  const chosen = format ?? acceptedFormat(headers.accept, mediaTypes);
  if (chosen !== undefined) return chosen;
  const types = Object.values(mediaTypes).join(', ');
  throw new ApiError('NOT_ACCEPTABLE', { message: `A statement can be had as ${types}.` });
}

function addHeaders(reply: FastifyReply, format: StatementFormat, statement: OpenStatement): void {
  const charset = format === 'pdf' ? '' : '; charset=utf-8';
  reply.header('content-type', `${mediaTypes[format]}${charset}`);
  if (format !== 'json') {
    const name = `statement-${statementNumber(statement.head)}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
  }
}
