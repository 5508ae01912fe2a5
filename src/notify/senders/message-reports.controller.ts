import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../../http/access/token.guard.js';
import { ApiError } from '../../http/api-error.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { MessageReports } from './message-reports.js';

/** Takes gateways' reports on messages. The formats are not ours, so our API document does not describe them. */
@ApiExcludeController()
@Controller('api/v1/providers/:gateway/message-report')
@Open()
export class MessageReportsController {
  constructor(@Inject(MessageReports) private readonly reports: MessageReports) {}

  /**
   * A report on an unknown message and a repeated report are answered like any other: a gateway repeats every report
   * that is refused.
   */
  @Post()
  @HttpCode(200)
  async receiveMessageReport(
    @Param('gateway') gateway: string,
    @Req() { headers, note }: FastifyRequest,
  ): Promise<Envelope<Record<string, never>>> {
    const isGenuine = await this.reports.receive(gateway, headers, note.rawBody);
    if (!isGenuine) throw new ApiError('SIGNATURE_INVALID');
    return ok('Report received', {});
  }
}
