import { ApiProperty } from '@nestjs/swagger';

export class AliveView {
  @ApiProperty({ description: 'Always UP.', enum: ['UP'] })
  status!: 'UP';
}

export class ChecksView {
  @ApiProperty({
    description: 'Whether the database answers and takes writes.',
    enum: ['UP', 'READ_ONLY', 'DOWN'],
  })
  database!: 'UP' | 'READ_ONLY' | 'DOWN';

  @ApiProperty({
    description: 'Whether the database has the tables of this version.',
    enum: ['CURRENT', 'BEHIND', 'UNKNOWN'],
  })
  migrations!: 'CURRENT' | 'BEHIND' | 'UNKNOWN';

  @ApiProperty({
    description: 'Whether Temporal answers. The API serves requests without it.',
    enum: ['UP', 'DOWN'],
  })
  temporal!: 'UP' | 'DOWN';
}

export class ReadinessView {
  @ApiProperty({
    description: 'READY and DEGRADED: requests are served. NOT_READY and DRAINING: send none.',
    enum: ['READY', 'DEGRADED', 'NOT_READY', 'DRAINING'],
  })
  status!: 'READY' | 'DEGRADED' | 'NOT_READY' | 'DRAINING';

  @ApiProperty({ description: 'The single checks.', type: ChecksView })
  checks!: ChecksView;
}
