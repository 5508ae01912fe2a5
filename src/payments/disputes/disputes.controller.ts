import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { evidenceMediaTypes, type DisputeEvidence } from '../../domain/card-rail.port.js';
import { fileOf, TakesFile, uploadReasons } from '../../http/file-body.js';
import { wholeList } from '../../http/paging.js';
import { AnswersFile, savedFile } from '../../http/saved-file.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, AnswersAs, tokenReasons } from '../../http/open-api.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import { DisputesService, evidenceOf } from './disputes.service.js';
import { DisputeEvidenceRequest } from './answer.dto.js';
import { EvidenceFileList, evidenceFileName, EvidenceFileView } from './evidence-file.js';
import { evidenceLimits } from './evidence-content.js';
import { EvidenceFilesService } from './evidence-files.service.js';
import {
  DisputeFileParameters,
  DisputePage,
  DisputeParameters,
  DisputeView,
  ListDisputesQuery,
} from './dispute.dto.js';
import { disputeColumns } from './dispute-file.js';

const answerReasons = [
  ...tokenReasons,
  'RESOURCE_NOT_FOUND',
  'DISPUTE_NOT_OPEN',
  'DISPUTE_ALREADY_ANSWERED',
  'DISPUTE_DEADLINE_PASSED',
] as const;

@ApiTags('Disputes')
@Controller('api/v1/disputes')
export class DisputesController {
  constructor(
    private readonly service: DisputesService,
    private readonly files: EvidenceFilesService,
  ) {}

  /** Lists your disputes, the newest first: chargebacks of card payments, and payments that a bank took back. */
  @Get()
  @RequireScope('disputes:read')
  @AlsoCsv('disputes', disputeColumns)
  @Answers(DisputePage, [...tokenReasons, ...fileReasons])
  async listDisputes(
    @Query() query: ListDisputesQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DisputePage>> {
    return ok('Disputes found', await this.service.list(merchantOf(request).merchantId, query));
  }

  /** Returns a dispute, with the time until which you can answer it. */
  @Get(':disputeId')
  @RequireScope('disputes:read')
  @AnswersAs('DisputeResponse')
  @Answers(DisputeView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getDispute(
    @Param() { disputeId }: DisputeParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DisputeView>> {
    return ok('Dispute found', await this.service.find(merchantOf(request).merchantId, disputeId));
  }

  /**
   * Accepts a chargeback: you do not contest it, and the amount goes back to the card holder. You cannot take this back.
   * `answer.status` tells whether the card acquirer has your answer.
   */
  @Post(':disputeId/accept')
  @HttpCode(200)
  @RequireScope('disputes:write')
  @AnswersAs('DisputeResponse')
  @Answers(DisputeView, answerReasons)
  acceptDispute(
    @Param() { disputeId }: DisputeParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<DisputeView>> {
    return this.#answer(disputeId, null, { request, reply });
  }

  /**
   * Contests a chargeback with evidence. You can send evidence once, until the time in `evidenceDueAt`. `answer.status`
   * tells whether the card acquirer has it. The card acquirer decides later.
   */
  @Post(':disputeId/evidence')
  @HttpCode(200)
  @RequireScope('disputes:write')
  @AnswersAs('DisputeResponse')
  @Answers(DisputeView, answerReasons)
  submitDisputeEvidence(
    @Param() { disputeId }: DisputeParameters,
    @Body() body: DisputeEvidenceRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<DisputeView>> {
    return this.#answer(disputeId, evidenceOf(body), { request, reply });
  }

  /**
   * Uploads a file for your evidence: a PDF, JPEG or PNG of at most 10 MB. Name its `fileId` in `documents` when you send the
   * evidence; a file that no answer names is deleted when the dispute is closed. A dispute has at most 10 files of 20 MB
   * together. Pictures are made anew: what the camera wrote into them, such as places, is gone. The same file once more is the
   * one that is there. Content-Type may also be `application/pdf`, `image/jpeg` or `image/png`.
   */
  @Post(':disputeId/files')
  @HttpCode(200)
  @RequireScope('disputes:write')
  @AnswersAs('EvidenceFileResponse')
  @Answers(EvidenceFileView, [
    ...answerReasons,
    'EVIDENCE_FULL',
    'VALIDATION_FAILED',
    ...uploadReasons,
  ])
  @TakesFile('The file.', evidenceLimits.bytes)
  async uploadDisputeFile(
    @Param() { disputeId }: DisputeParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<EvidenceFileView>> {
    const { merchantId } = merchantOf(request);
    const by = keyHolderOf(request);
    const { replayed, file } = await this.files.add(merchantId, disputeId, fileOf(request), by);
    markReplayed(reply, replayed);
    return ok('File taken', file);
  }

  /** Lists the files that you have uploaded for a dispute. */
  @Get(':disputeId/files')
  @RequireScope('disputes:read')
  @Answers(EvidenceFileList, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async listDisputeFiles(
    @Param() { disputeId }: DisputeParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<EvidenceFileList>> {
    const { files } = await this.service.find(merchantOf(request).merchantId, disputeId);
    return ok('Files found', wholeList(files));
  }

  /**
   * Returns a file that you have uploaded for a dispute, as it is kept: pictures are the ones that were made anew. The reply is the
   * file itself; failures are JSON. Files are deleted together with the payer's data.
   */
  @Get(':disputeId/files/:fileId')
  @RequireScope('disputes:read')
  @AnswersFile(evidenceMediaTypes)
  @Answers(null, [...tokenReasons, 'RESOURCE_NOT_FOUND', ...uploadReasons])
  async getDisputeFile(
    @Param() { disputeId, fileId }: DisputeFileParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { merchantId } = merchantOf(request);
    const { mediaType, content } = await this.files.read(merchantId, disputeId, fileId);
    return savedFile(reply, { name: evidenceFileName(fileId, mediaType), mediaType, content });
  }

  async #answer(
    disputeId: string,
    evidence: DisputeEvidence | null,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<Envelope<DisputeView>> {
    const { merchantId } = merchantOf(request);
    const by = keyHolderOf(request);
    const { replayed, dispute } = await this.service.answer(merchantId, disputeId, evidence, by);
    markReplayed(reply, replayed);
    return ok('Answer taken', dispute);
  }
}
