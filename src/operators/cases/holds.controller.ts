import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators } from '../people/operator.guard.js';
import { HoldsView } from './holds.dto.js';
import { HoldsService } from './holds.service.js';

@ApiTags('Cases')
@Controller('ops/v1')
export class HoldsController {
  constructor(private readonly holds: HoldsService) {}

  /** Returns what keeps refunds and payouts from leaving, for how much, and in which case it is decided. */
  @Get('holds')
  @ForOperators('cases:read')
  @Answers(HoldsView, [])
  async getHolds(): Promise<Envelope<HoldsView>> {
    return ok('Holds found', await this.holds.find());
  }
}
