import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { Team } from '../../people/team.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import { InvitedOwnerView, InviteOwnerRequest, MerchantPeopleView } from './merchant-people.dto.js';
import { MerchantParameters } from './merchant-requests.dto.js';
import { OnboardingService } from './merchants.service.js';

@ApiTags('Merchants')
@Controller('ops/v1/merchants/:merchantId/people')
export class MerchantPeopleController {
  constructor(
    private readonly service: OnboardingService,
    private readonly team: Team,
  ) {}

  /** Lists the people of a merchant, who sign in to the portal, by name. */
  @Get()
  @ForOperators('merchants:read')
  @Answers(MerchantPeopleView, ['RESOURCE_NOT_FOUND'])
  async listMerchantPeople(
    @Param() { merchantId }: MerchantParameters,
  ): Promise<Envelope<MerchantPeopleView>> {
    await this.service.find(merchantId);
    const members = await this.team.list(merchantId);
    const views = members.map(({ linkEndsAt: _link, roleName, lastSeenAt, ...each }) => ({
      ...each,
      role: roleName ?? each.role,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    }));
    return ok('People found', wholeList(views));
  }

  /**
   * Invites the first owner of a merchant to the portal by a link that works once. Send the same address again for another link,
   * until the owner has signed up. The owner invites the others.
   */
  @Post('owner')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(InvitedOwnerView, ['RESOURCE_NOT_FOUND', 'DECISION_REFUSED'])
  async inviteOwner(
    @Param() { merchantId }: MerchantParameters,
    @Body() { name, email }: InviteOwnerRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<InvitedOwnerView>> {
    await this.service.find(merchantId);
    const invited = await this.team.inviteOwner(actorOf(request), { merchantId, name, email });
    return ok('Invited', invited);
  }
}
