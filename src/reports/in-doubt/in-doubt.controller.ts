import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators } from '../../operators/people/operator.guard.js';
import { InDoubtData } from './in-doubt.dto.js';
import { InDoubtService } from './in-doubt.service.js';

@ApiTags('Look-ups')
@Controller('ops/v1')
export class InDoubtController {
  constructor(private readonly doubts: InDoubtService) {}

  /** Lists every sending, card charge and dispute that is not final, and the merchants whose webhooks are tried again. */
  @Get('in-doubt')
  @ForOperators('payments:read')
  @Answers(InDoubtData, [])
  async listInDoubt(): Promise<Envelope<InDoubtData>> {
    return ok('Found', await this.doubts.find());
  }
}
