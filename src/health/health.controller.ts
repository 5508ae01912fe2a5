import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Open } from '../auth/token.guard.js';
import { ApiError } from '../http/api-error.js';
import { ok, type Envelope } from '../http/envelope.js';
import { ReadinessService, type Readiness } from './readiness.service.js';

@ApiTags('Health')
@Controller('health')
@Open()
export class HealthController {
  constructor(private readonly service: ReadinessService) {}

  /** Answers as long as the event loop turns. */
  @Get('live')
  live(): Envelope<{ status: string }> {
    return ok('Alive', { status: 'UP' });
  }

  /** 200 when requests can be served: the database is there and migrated. Temporal is told, not required. */
  @Get('ready')
  async ready(): Promise<Envelope<Readiness>> {
    const readiness = await this.service.readiness();
    const { status, checks } = readiness;
    if (status === 'READY' || status === 'DEGRADED') return ok('Ready', readiness);
    throw new ApiError('MAINTENANCE', { message: 'Not ready.', data: { status, checks } });
  }
}
