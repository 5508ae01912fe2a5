import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { toJsonAmount } from '../../domain/money.js';
import type { TimelineEntry } from './timeline.js';
import { PgTimelineStore } from './timeline.store.js';
import { ApiError } from '../../http/api-error.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { merchantOf } from '../../http/request-note.js';
import { QueryParameters } from './query.dto.js';
import { CheckoutTimeline, TimelineEntryView } from './timeline.dto.js';

@ApiTags('Checkout')
@Controller('api/v1/checkout')
export class TimelineController {
  constructor(private readonly timelines: PgTimelineStore) {}

  /** Returns what happened to a checkout, in the order of time. Use it to answer a customer. */
  @Get(':paymentReference/timeline')
  @RequireScope('checkout:read')
  @Answers(CheckoutTimeline, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getCheckoutTimeline(
    @Param() { paymentReference }: QueryParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CheckoutTimeline>> {
    request.note.paymentReference = paymentReference;
    const found = await this.timelines.of(merchantOf(request).merchantId, paymentReference);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const { status, entries } = found;
    return ok('Timeline found', { paymentReference, status, ...wholeList(entries.map(entryView)) });
  }
}

function entryView(entry: TimelineEntry): TimelineEntryView {
  return {
    at: entry.at.toISOString(),
    kind: entry.kind,
    status: entry.status,
    reference: entry.subject,
    amount: entry.amountMinor === null ? null : toJsonAmount(entry.amountMinor),
    reason: entry.reason,
  };
}
