import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators, visitorOf } from '../people/operator.guard.js';
import { otherAccountData, otherAccountReasons } from '../../payouts/refunds/other-accounts.js';
import type { RedirectInput, Visitor } from './case-record.js';
import { proposalView } from './case-view.js';
import { CasesService } from './cases.service.js';
import { DecisionsService, type DecisionOutcome } from './decisions.service.js';
import { CaseDoneView, DecisionAnswerView, ManyAnswersView } from './case-answers.dto.js';
import {
  AssigneeRequest,
  CaseParameters,
  ConfirmRequest,
  DecisionRequest,
  ListCasesQuery,
  ListDecisionsQuery,
  ManyDecisionsRequest,
  NoteRequest,
  ReasonRequest,
  SnoozeRequest,
} from './case-requests.dto.js';
import { AuditPage, CasePage, CaseView } from './case-views.dto.js';

const decideReasons = [
  'RESOURCE_NOT_FOUND',
  'DECISION_REFUSED',
  'WORKFLOWS_UNAVAILABLE',
  ...otherAccountReasons,
] as const;

const confirmReasons = [
  'SECOND_OPERATOR_NEEDED',
  'SECOND_OPERATOR_TOO_NEW',
  'PROPOSAL_CHANGED',
] as const;

@ApiTags('Cases')
@Controller('ops/v1')
export class CasesController {
  constructor(
    private readonly cases: CasesService,
    private readonly decisions: DecisionsService,
  ) {}

  /**
   * Lists what waits for a person. Those that have waited longest come first, unless you ask otherwise. Who lacks `accounts:read` is
   * not told the payers' names.
   */
  @Get('cases')
  @ForOperators('cases:read')
  @Answers(CasePage, [])
  async listCases(
    @Query() query: ListCasesQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CasePage>> {
    const { status = 'OPEN', kind, reason, merchantId, assignee, q, sort = 'OLDEST' } = query;
    const { provider } = query;
    const filter = {
      status: status === 'ALL' ? null : status,
      kind: kind ?? null,
      reason: reason ?? null,
      merchantId: merchantId ?? null,
      provider: provider ?? null,
      assignee: assignee ?? null,
      search: q?.trim() || null,
      isSnoozed: null,
      isHolding: null,
      without: [],
    };
    return ok('Cases found', await this.cases.list(filter, sort, query, visitorOf(request)));
  }

  /**
   * Returns one case with the payer, what happened, what is safe, what may be decided, and its history. Who lacks `accounts:read` sees
   * the last four digits of account numbers.
   */
  @Get('cases/:number')
  @ForOperators('cases:read')
  @Answers(CaseView, ['RESOURCE_NOT_FOUND'])
  async getCase(
    @Param() { number }: CaseParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CaseView>> {
    return ok('Case found', await this.cases.find(BigInt(number), visitorOf(request)));
  }

  /**
   * Decides about a case. A decision that asks for a second operator is proposed, and carried out when another operator
   * confirms it.
   */
  @Post('cases/:number/decisions')
  @HttpCode(200)
  @ForOperators('cases:decide')
  @Answers(DecisionAnswerView, decideReasons, otherAccountData)
  async decideCase(
    @Param() { number }: CaseParameters,
    @Body() body: DecisionRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DecisionAnswerView>> {
    const { decision, reason, code } = body;
    const wanted = { decision, reason, code, input: accountOf(body) };
    return answerOf(await this.decisions.decide(BigInt(number), wanted, visitorOf(request)));
  }

  /**
   * Confirms the decision that another operator has proposed, which is then carried out. Send the `shownHash` of the proposal that
   * you have seen: what has changed since is refused.
   */
  @Post('cases/:number/confirm')
  @HttpCode(200)
  @ForOperators('cases:decide')
  @Answers(DecisionAnswerView, [...decideReasons, ...confirmReasons], otherAccountData)
  async confirmDecision(
    @Param() { number }: CaseParameters,
    @Body() { shownHash }: ConfirmRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DecisionAnswerView>> {
    return answerOf(await this.decisions.confirm(BigInt(number), visitorOf(request), shownHash));
  }

  /** Takes a proposed decision back: yours, or another operator's. */
  @Post('cases/:number/withdraw')
  @HttpCode(200)
  @ForOperators('cases:decide')
  @Answers(CaseDoneView, ['RESOURCE_NOT_FOUND', 'DECISION_REFUSED'])
  async withdrawDecision(
    @Param() { number }: CaseParameters,
    @Body() { reason }: ReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CaseDoneView>> {
    await this.decisions.withdraw(BigInt(number), visitorOf(request), reason);
    return ok('Withdrawn', { caseNumber: Number(number) });
  }

  /** Adds a note to the history of a case. */
  @Post('cases/:number/notes')
  @HttpCode(200)
  @ForOperators('cases:note')
  @Answers(CaseDoneView, ['RESOURCE_NOT_FOUND'])
  async noteCase(
    @Param() { number }: CaseParameters,
    @Body() { text }: NoteRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CaseDoneView>> {
    await this.cases.note(BigInt(number), visitorOf(request), text);
    return ok('Noted', { caseNumber: Number(number) });
  }

  /** Says which operator sees to a case. */
  @Put('cases/:number/assignee')
  @ForOperators('cases:note')
  @Answers(CaseDoneView, ['RESOURCE_NOT_FOUND'])
  async assignCase(
    @Param() { number }: CaseParameters,
    @Body() { assignee }: AssigneeRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CaseDoneView>> {
    await this.cases.assign(BigInt(number), visitorOf(request), assignee);
    return ok('Assigned', { caseNumber: Number(number) });
  }

  /**
   * Puts a case off: until then it is not in the desk's queue. It still waits, and is not put off beyond its deadline. Null: it is in
   * the queue again.
   */
  @Put('cases/:number/snooze')
  @ForOperators('cases:note')
  @Answers(CaseDoneView, ['RESOURCE_NOT_FOUND', 'DECISION_REFUSED'])
  async snoozeCase(
    @Param() { number }: CaseParameters,
    @Body() wanted: SnoozeRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CaseDoneView>> {
    await this.cases.snooze(BigInt(number), visitorOf(request), wanted);
    return ok(wanted.until === null ? 'In the queue again' : 'Put off', {
      caseNumber: Number(number),
    });
  }

  /** Decides about many cases of one kind and reason alike. Each has an answer of its own. */
  @Post('decisions')
  @HttpCode(200)
  @ForOperators('cases:decide')
  @Answers(ManyAnswersView, [])
  async decideCases(
    @Body() { caseNumbers, decision, reason }: ManyDecisionsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<ManyAnswersView>> {
    const wanted = { decision, reason, input: null };
    const visitor: Visitor = visitorOf(request);
    const answers = await this.decisions.decideMany(caseNumbers.map(BigInt), wanted, visitor);
    return ok('Answered', {
      answers: answers.map((each) => ({ ...each, caseNumber: Number(each.caseNumber) })),
    });
  }

  /** Lists what operators have decided, the newest first. It is kept for good. */
  @Get('decisions')
  @ForOperators('cases:read')
  @Answers(AuditPage, [])
  async listDecisions(@Query() query: ListDecisionsQuery): Promise<Envelope<AuditPage>> {
    const wish = { operator: query.operator ?? null, day: query.day ?? null };
    return ok('Decisions found', await this.cases.audit(wish, query));
  }
}

function accountOf({ accountNumber, bankCode }: DecisionRequest): RedirectInput | null {
  if (accountNumber === undefined || bankCode === undefined) return null;
  return { accountNumber, bankCode };
}

function answerOf(outcome: DecisionOutcome): Envelope<DecisionAnswerView> {
  if (outcome.outcome === 'DECIDED') {
    return ok('Decided', { outcome: 'DECIDED', decision: outcome.decision, proposal: null });
  }
  const proposal = proposalView(outcome.proposal);
  const { decision } = proposal;
  return ok('Waits for a second operator', { outcome: 'PROPOSED', decision, proposal });
}
