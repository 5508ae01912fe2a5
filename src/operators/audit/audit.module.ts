import { Module } from '@nestjs/common';
import type pg from 'pg';
import { runtime } from '../../platform/runtime.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { PgAudit } from './audit.store.js';

@Module({
  controllers: [AuditController],
  providers: [
    {
      provide: AuditService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new AuditService(new PgAudit(pool)),
    },
  ],
  exports: [AuditService],
})
export class AuditModule {}
