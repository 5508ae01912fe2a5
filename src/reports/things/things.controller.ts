import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators, operatorOf } from '../../operators/people/operator.guard.js';
import { readerOf } from '../orders/reader.js';
import type { ThingKind } from './thing-kinds.js';
import {
  AccountId,
  DeliveryId,
  DisputeFileIds,
  DisputeId,
  EvidenceContent,
  JournalNumber,
  MerchantId,
  RefundId,
  SettlementId,
  ThingView,
  TransactionId,
} from './things.dto.js';
import { ThingsService } from './things.service.js';

@ApiTags('Look-ups')
@Controller('ops/v1')
export class ThingsController {
  constructor(private readonly things: ThingsService) {}

  /** Returns all about one payment that was received. */
  @Get('transactions/:id')
  @ForOperators('payments:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpTransaction(@Param() { id }: TransactionId, @Req() request: FastifyRequest): Answer {
    return this.#find('TRANSACTION', id, request);
  }

  /** Returns all about one refund, with what was sent and what the bank has said. */
  @Get('refunds/:id')
  @ForOperators('payments:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpRefund(@Param() { id }: RefundId, @Req() request: FastifyRequest): Answer {
    return this.#find('REFUND', id, request);
  }

  /** Returns all about one settlement, with its payouts and what the bank has said. */
  @Get('settlements/:id')
  @ForOperators('payments:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpSettlement(@Param() { id }: SettlementId, @Req() request: FastifyRequest): Answer {
    return this.#find('SETTLEMENT', id, request);
  }

  /** Returns all about one dispute, with the merchant’s answers. */
  @Get('disputes/:id')
  @ForOperators('payments:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpDispute(@Param() { id }: DisputeId, @Req() request: FastifyRequest): Answer {
    return this.#find('DISPUTE', id, request);
  }

  /** Returns a file that the merchant has uploaded for a dispute. */
  @Get('disputes/:id/files/:fileId')
  @ForOperators('accounts:read')
  @Answers(EvidenceContent, ['RESOURCE_NOT_FOUND'])
  async lookUpDisputeFile(
    @Param() { id, fileId }: DisputeFileIds,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<EvidenceContent>> {
    const reader = readerOf(operatorOf(request));
    const { mediaType, content } = await this.things.file(id, fileId, reader);
    return ok('Found', { fileId, mediaType, content: content.toString('base64') });
  }

  /** Returns all about one account number, with what has come to it. */
  @Get('accounts/:id')
  @ForOperators('payments:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpAccount(@Param() { id }: AccountId, @Req() request: FastifyRequest): Answer {
    return this.#find('ACCOUNT', id, request);
  }

  /** Returns one webhook with each attempt to deliver it, and what the merchant’s server has answered. */
  @Get('deliveries/:id')
  @ForOperators('payments:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpDelivery(@Param() { id }: DeliveryId, @Req() request: FastifyRequest): Answer {
    return this.#find('DELIVERY', id, request);
  }

  /** Returns a merchant’s standing: balance, next payout, fee plans, limits, keys, webhooks, and what it has taken. */
  @Get('merchants/:id/overview')
  @ForOperators('merchants:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpMerchant(@Param() { id }: MerchantId, @Req() request: FastifyRequest): Answer {
    return this.#find('MERCHANT', id, request);
  }

  /** Returns one journal of the books, with the names of its accounts and what is in them. */
  @Get('ledger/:id')
  @ForOperators('journals:read')
  @Answers(ThingView, ['RESOURCE_NOT_FOUND'])
  lookUpJournal(@Param() { id }: JournalNumber, @Req() request: FastifyRequest): Answer {
    return this.#find('JOURNAL', id, request);
  }

  async #find(kind: ThingKind, id: string, request: FastifyRequest): Answer {
    return ok('Found', await this.things.find(kind, id, readerOf(operatorOf(request))));
  }
}

type Answer = Promise<Envelope<ThingView>>;
