import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { runtime } from '../../platform/runtime.js';
import { MessageDesk } from './message-desk.js';
import { PgMessageDesk } from './message-desk.store.js';
import { MessagesController } from './messages.controller.js';

@Module({
  controllers: [MessagesController],
  providers: [
    {
      provide: MessageDesk,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { sealKeys }: Config) =>
        new MessageDesk(new PgMessageDesk(pool), createSecretSeal(sealKeys, 'message copy')),
    },
  ],
  exports: [MessageDesk],
})
export class MessagesModule {}
