import { ApiProperty } from '@nestjs/swagger';

export class AliveView {
  @ApiProperty({ enum: ['UP'] })
  status!: 'UP';
}

export class ChecksView {
  @ApiProperty({ enum: ['UP', 'DOWN'] })
  database!: 'UP' | 'DOWN';

  @ApiProperty({ enum: ['CURRENT', 'BEHIND', 'UNKNOWN'] })
  migrations!: 'CURRENT' | 'BEHIND' | 'UNKNOWN';

  @ApiProperty({ enum: ['UP', 'DOWN'], description: 'Told, not required.' })
  temporal!: 'UP' | 'DOWN';
}

export class ReadinessView {
  @ApiProperty({ enum: ['READY', 'DEGRADED', 'NOT_READY', 'DRAINING'] })
  status!: 'READY' | 'DEGRADED' | 'NOT_READY' | 'DRAINING';

  @ApiProperty({ type: ChecksView })
  checks!: ChecksView;
}
