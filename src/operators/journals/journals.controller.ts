import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import {
  ConfirmJournalRequest,
  JournalPage,
  JournalParameters,
  JournalRequest,
  JournalView,
  ListJournalsQuery,
} from './journal.dto.js';
import { JournalsService } from './journals.service.js';

@ApiTags('Journals')
@Controller('ops/v1/journals')
export class JournalsController {
  constructor(private readonly service: JournalsService) {}

  /** Proposes a journal: another one taken back, or legs between adjustment accounts. A second operator posts it. */
  @Post()
  @HttpCode(200)
  @ForOperators('journals:write')
  @Answers(JournalView, [])
  async proposeJournal(
    @Body() body: JournalRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<JournalView>> {
    const journal = await this.service.propose(body, actorOf(request));
    return ok('Waits for a second operator', journal);
  }

  /** Lists proposed journals, the newest first. */
  @Get()
  @ForOperators('journals:read')
  @Answers(JournalPage, [])
  async listJournals(@Query() query: ListJournalsQuery): Promise<Envelope<JournalPage>> {
    return ok('Journals found', await this.service.list(query.status ?? null, query));
  }

  /** Returns one proposed journal. */
  @Get(':proposalId')
  @ForOperators('journals:read')
  @Answers(JournalView, ['RESOURCE_NOT_FOUND'])
  async getJournal(@Param() { proposalId }: JournalParameters): Promise<Envelope<JournalView>> {
    return ok('Journal found', await this.service.find(proposalId));
  }

  /** Posts the journal that another operator has proposed. Send the `shownHash` of the one that you have seen. */
  @Post(':proposalId/confirm')
  @HttpCode(200)
  @ForOperators('journals:write')
  @Answers(JournalView, [
    ...['RESOURCE_NOT_FOUND', 'SECOND_OPERATOR_NEEDED', 'SECOND_OPERATOR_TOO_NEW'],
    ...['PROPOSAL_CHANGED', 'DECISION_REFUSED'],
  ] as const)
  async confirmJournal(
    @Param() { proposalId }: JournalParameters,
    @Body() { shownHash }: ConfirmJournalRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<JournalView>> {
    return ok('Posted', await this.service.confirm(proposalId, actorOf(request), shownHash));
  }

  /** Takes a proposed journal back. */
  @Post(':proposalId/withdraw')
  @HttpCode(200)
  @ForOperators('journals:write')
  @Answers(JournalView, ['RESOURCE_NOT_FOUND', 'DECISION_REFUSED'])
  async withdrawJournal(
    @Param() { proposalId }: JournalParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<JournalView>> {
    return ok('Withdrawn', await this.service.withdraw(proposalId, actorOf(request)));
  }
}
