import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import {
  EndedView,
  InvitedView,
  MeView,
  NewOperatorRequest,
  NewTokenRequest,
  NewTokenView,
  OwnPasswordRequest,
  OperatorParameters,
  OperatorQuery,
  OperatorsView,
  OperatorView,
  ProofRequest,
  ProvenView,
  RoleRequest,
  SessionParameters,
  SessionsView,
  TokenParameters,
  TokensView,
  WhyRequest,
} from './people.dto.js';
import { actorOf, demandPermission, ForOperators, operatorOf } from './operator.guard.js';
import { OwnPassword } from '../../people/own-password.js';
import { ownPersonOf } from './operator-door.js';
import { mayOperator } from './permissions.js';
import { People } from './people.js';
import { TokenProofs } from './token-proofs.js';
import { invitedView, meView, operatorView, sessionView, tokenView } from './people-views.js';

const changeReasons = ['RESOURCE_NOT_FOUND', 'DECISION_REFUSED'] as const;

@ApiTags('Operators')
@Controller('ops/v1')
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly ownPassword: OwnPassword,
    private readonly proofs: TokenProofs,
  ) {}

  /** Tells who you are, and what you may do. */
  @Get('me')
  @ForOperators('self:write')
  @Answers(MeView, [])
  getMe(@Req() request: FastifyRequest): Envelope<MeView> {
    return ok('Signed in', meView(operatorOf(request)));
  }

  /**
   * Gives yourself another password. Send the old one and a code of your authenticator app, or a recovery code. All your
   * sessions at the desk end; tokens stay. Wrong tries count with those of your sign-ins.
   */
  @Post('me/password')
  @HttpCode(200)
  @ForOperators('self:write')
  @Answers(MeView, ['INVALID_CREDENTIALS', 'DECISION_REFUSED'])
  async changePassword(
    @Body() { password, newPassword, code }: OwnPasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MeView>> {
    const typed = { password, newPassword, again: newPassword, code };
    await this.ownPassword.change(
      actorOf(request),
      ownPersonOf(operatorOf(request)),
      typed,
      request.ip,
    );
    return ok('Changed', meView(operatorOf(request)));
  }

  /**
   * Lets your token change operators for ten minutes. Send your password and a code of your authenticator app, or a recovery
   * code. Wrong tries count with those of your sign-ins.
   */
  @Post('me/prove')
  @HttpCode(200)
  @ForOperators('self:write')
  @Answers(ProvenView, ['INVALID_CREDENTIALS', 'DECISION_REFUSED'])
  async proveToken(
    @Body() { password, code }: ProofRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<ProvenView>> {
    const own = operatorOf(request);
    const typed = { password, code };
    const until = await this.proofs.prove(actorOf(request), own, typed, request.ip);
    return ok('Proven', { provenUntil: until.toISOString() });
  }

  /** Lists all operators, by name. */
  @Get('operators')
  @ForOperators('operators:read')
  @Answers(OperatorsView, [])
  async listOperators(): Promise<Envelope<OperatorsView>> {
    return ok('Operators found', wholeList((await this.people.list()).map(operatorView)));
  }

  /** Returns one operator. */
  @Get('operators/:operatorId')
  @ForOperators('operators:read')
  @Answers(OperatorView, ['RESOURCE_NOT_FOUND'])
  async getOperator(@Param() { operatorId }: OperatorParameters): Promise<Envelope<OperatorView>> {
    return ok('Operator found', operatorView(await this.people.find(operatorId)));
  }

  /**
   * Invites a person, or makes a machine user. Give the link to the person: it is used once, to set a password and a second
   * factor. Send the same name again for another link, until the person has signed up.
   */
  @Post('operators')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(InvitedView, ['DECISION_REFUSED'])
  async addOperator(
    @Body() { name, role, kind }: NewOperatorRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<InvitedView>> {
    const by = actorOf(request);
    if (kind === 'MACHINE') {
      const operatorId = await this.people.addMachine(by, name, role);
      return ok('Made', invitedView(await this.people.find(operatorId), null));
    }
    const { operatorId, link } = await this.people.invite(by, { name, role });
    return ok('Invited', invitedView(await this.people.find(operatorId), link));
  }

  /** Gives an operator another role, from the next request on. */
  @Post('operators/:operatorId/role')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(OperatorView, changeReasons)
  async changeRole(
    @Param() { operatorId }: OperatorParameters,
    @Body() { role, reason }: RoleRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<OperatorView>> {
    await this.people.changeRole(actorOf(request, reason), operatorId, role);
    return ok('Changed', operatorView(await this.people.find(operatorId)));
  }

  /** Shuts an operator out at once. All sessions and tokens end. */
  @Post('operators/:operatorId/disable')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(OperatorView, changeReasons)
  async disableOperator(
    @Param() { operatorId }: OperatorParameters,
    @Body() { reason }: WhyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<OperatorView>> {
    await this.people.disable(actorOf(request, reason), operatorId);
    return ok('Disabled', operatorView(await this.people.find(operatorId)));
  }

  /** Lets an operator in again, with the password and the second factor of before. */
  @Post('operators/:operatorId/enable')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(OperatorView, changeReasons)
  async enableOperator(
    @Param() { operatorId }: OperatorParameters,
    @Body() { reason }: WhyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<OperatorView>> {
    await this.people.enable(actorOf(request, reason), operatorId);
    return ok('Enabled', operatorView(await this.people.find(operatorId)));
  }

  /**
   * Takes the second factor of a person who has lost the phone. All sessions and tokens end; the person signs in with the
   * password and sets another second factor.
   */
  @Post('operators/:operatorId/reset-second-factor')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(OperatorView, changeReasons)
  async resetSecondFactor(
    @Param() { operatorId }: OperatorParameters,
    @Body() { reason }: WhyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<OperatorView>> {
    await this.people.resetSecondFactor(actorOf(request, reason), operatorId);
    return ok('Reset', operatorView(await this.people.find(operatorId)));
  }

  /**
   * Says that you know a person whom another administrator has let in. Until somebody does, the two count as one person where two
   * must decide.
   */
  @Post('operators/:operatorId/vouch')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(OperatorView, changeReasons)
  async vouchForOperator(
    @Param() { operatorId }: OperatorParameters,
    @Body() { reason }: WhyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<OperatorView>> {
    await this.people.vouch(actorOf(request, reason), operatorId);
    return ok('Vouched', operatorView(await this.people.find(operatorId)));
  }

  /** Lists sessions that are open: yours, or another operator's if you may read operators. */
  @Get('sessions')
  @ForOperators('self:write')
  @Answers(SessionsView, [])
  async listSessions(
    @Query() query: OperatorQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SessionsView>> {
    const found = await this.people.sessions(nameOf(query, request));
    return ok('Sessions found', wholeList(found.map(sessionView)));
  }

  /** Ends a session: yours, or another operator's if you may change operators. The browser is refused at once. */
  @Post('sessions/:sessionId/end')
  @HttpCode(200)
  @ForOperators('self:write')
  @Answers(EndedView, ['RESOURCE_NOT_FOUND'])
  async endSession(
    @Param() { sessionId }: SessionParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<EndedView>> {
    await this.people.endSession(actorOf(request), sessionId, ownOnly(request));
    return ok('Ended', { id: sessionId });
  }

  /** Lists tokens: yours, or another operator's if you may read operators. */
  @Get('tokens')
  @ForOperators('self:write')
  @Answers(TokensView, [])
  async listTokens(
    @Query() query: OperatorQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<TokensView>> {
    const found = await this.people.tokens(nameOf(query, request));
    return ok('Tokens found', wholeList(found.map(tokenView)));
  }

  /** Makes a token of a machine user. People make their own at the desk. */
  @Post('tokens')
  @HttpCode(200)
  @ForOperators('operators:write')
  @Answers(NewTokenView, changeReasons)
  async addToken(
    @Body() { operatorId, label, role, days }: NewTokenRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NewTokenView>> {
    const wanted = { operatorId, label, role: role ?? null, days };
    const made = await this.people.addMachineToken(actorOf(request), wanted);
    return ok('Made', { ...made, expiresAt: made.expiresAt.toISOString() });
  }

  /** Ends a token: yours, or another operator's if you may change operators. It is refused at once. */
  @Post('tokens/:tokenId/end')
  @HttpCode(200)
  @ForOperators('self:write')
  @Answers(EndedView, ['RESOURCE_NOT_FOUND'])
  async endToken(
    @Param() { tokenId }: TokenParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<EndedView>> {
    await this.people.endToken(actorOf(request), tokenId, ownOnly(request));
    return ok('Ended', { id: tokenId });
  }
}

/** @throws ApiError PERMISSION_MISSING */
function nameOf({ operator }: OperatorQuery, request: FastifyRequest): string {
  const own = operatorOf(request);
  if (operator === undefined || operator === own.name) return own.name;
  demandPermission(own, 'operators:read');
  return operator;
}

/** Returns the operator whose sessions and tokens the caller may end; null: anybody's. */
function ownOnly(request: FastifyRequest): string | null {
  const own = operatorOf(request);
  return mayOperator(own, 'operators:write') && own.isProven ? null : own.operatorId;
}
