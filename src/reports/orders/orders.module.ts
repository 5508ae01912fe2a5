import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/observability/logger.js';
import { runtime } from '../../platform/runtime.js';
import { OrderService } from './order.service.js';
import { PgOrders } from './order.store.js';
import { OrdersController } from './orders.controller.js';

@Module({
  controllers: [OrdersController],
  providers: [
    {
      provide: OrderService,
      inject: [runtime.pool, runtime.config, runtime.logger],
      useFactory: (pool: pg.Pool, config: Config, logger: Logger) => {
        const { uiOrigin, temporalNamespace } = config;
        const workflows = `${uiOrigin}/namespaces/${temporalNamespace}/workflows`;
        return new OrderService(new PgOrders(pool), workflows, logger);
      },
    },
  ],
  exports: [OrderService],
})
export class OrdersModule {}
