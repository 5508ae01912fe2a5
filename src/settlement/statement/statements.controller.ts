import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../auth/token.guard.js';
import { acceptedFormat } from '../../http/accepted-format.js';
import { ApiError } from '../../http/api-error.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { SettlementParameters } from '../dto/settlement.dto.js';
import {
  PeriodStatementQuery,
  StatementQuery,
  StatementView,
  type StatementFormat,
} from '../dto/statement.dto.js';
import { AlsoAnswersFiles } from './statement-files.js';
import { statementCsv } from './statement-csv.js';
import { mediaTypes, requireRoom } from './statement-format.js';
import { statementJson } from './statement-json.js';
import { statementNumber, type OpenStatement } from './statement-lines.js';
import { statementPdf } from './statement-pdf.js';
import { StatementService } from './statement.service.js';

const writers: Readonly<
  Record<StatementFormat, (statement: OpenStatement) => AsyncIterable<string | Buffer>>
> = { json: statementJson, csv: statementCsv, pdf: statementPdf };

@ApiTags('Settlement')
@Controller('api/v1/settlement')
export class StatementsController {
  constructor(private readonly service: StatementService) {}

  /**
   * Returns your statement of a period as JSON, CSV or PDF: the opening balance, every change, and the closing
   * balance. The balance is what you have, pending and available, minus what you owe.
   */
  @Get('statement')
  @RequireScope('settlements:read')
  @AlsoAnswersFiles()
  @Answers(StatementView, [...tokenReasons, 'NOT_ACCEPTABLE'])
  async getPeriodStatement(
    @Query() query: PeriodStatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const format = formatOf(query, request);
    send(reply, format, await this.service.ofPeriod(merchantOf(request).merchantId, query));
  }

  /**
   * Returns the statement of one settlement as JSON, CSV or PDF: every collection, refund and dispute in it, and its
   * payouts.
   */
  @Get(':settlementReference/statement')
  @RequireScope('settlements:read')
  @AlsoAnswersFiles()
  @Answers(StatementView, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'NOT_ACCEPTABLE'])
  async getSettlementStatement(
    @Param() { settlementReference }: SettlementParameters,
    @Query() query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const format = formatOf(query, request);
    const { merchantId } = merchantOf(request);
    send(reply, format, await this.service.ofSettlement(merchantId, settlementReference));
  }
}

function formatOf({ format }: StatementQuery, { headers }: FastifyRequest): StatementFormat {
  const chosen = format ?? acceptedFormat(headers.accept, mediaTypes);
  if (chosen !== undefined) return chosen;
  const types = Object.values(mediaTypes).join(', ');
  throw new ApiError('NOT_ACCEPTABLE', { message: `A statement can be had as ${types}.` });
}

/**
 * Written as it is read: a slow reader holds up nothing but itself.
 *
 * @throws ApiError VALIDATION_FAILED for a PDF that is too long for people.
 */
function send(reply: FastifyReply, format: StatementFormat, statement: OpenStatement): void {
  requireRoom(format, statement.head.lineCount);
  const charset = format === 'pdf' ? '' : '; charset=utf-8';
  reply.header('content-type', `${mediaTypes[format]}${charset}`);
  if (format !== 'json') {
    const name = `statement-${statementNumber(statement.head)}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
  }
  void reply.send(Readable.from(writers[format](statement), { objectMode: false }));
}
