import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Open } from '../../http/access/token.guard.js';
import { ApiError } from '../../http/api-error.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { AliveView, ReadinessView } from './health.dto.js';
import { ReadinessService } from './readiness.service.js';

@ApiTags('Health')
@Controller('health')
@Open()
export class HealthController {
  constructor(private readonly service: ReadinessService) {}

  /** Answers as long as the process runs. */
  @Get('live')
  @Answers(AliveView, [])
  live(): Envelope<AliveView> {
    return ok('Alive', { status: 'UP' });
  }

  /**
   * Answers HTTP 200 when requests can be served: the database takes writes and has the tables of this version.
   * Temporal is reported, but not needed.
   */
  @Get('ready')
  @Answers(ReadinessView, [], { MAINTENANCE: ReadinessView })
  async ready(): Promise<Envelope<ReadinessView>> {
    const readiness = await this.service.readiness();
    const { status, checks } = readiness;
    if (status === 'READY' || status === 'DEGRADED') return ok('Ready', readiness);
    const message =
      checks.migrations === 'BEHIND'
        ? 'Not ready: the database lacks tables, functions or settings of this release, or the pooler does not choose its schema. Run migrate of this release.'
        : 'Not ready.';
    throw new ApiError('MAINTENANCE', { message, data: { status, checks } });
  }
}
