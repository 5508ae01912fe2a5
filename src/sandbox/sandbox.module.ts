import { Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { runtime } from '../runtime.module.js';
import { SimulatorControl } from '../simulator/control-client.js';
import { SandboxController } from './sandbox.controller.js';

/** Only part of the API in the sandbox environment. */
@Module({
  controllers: [SandboxController],
  providers: [
    {
      provide: SimulatorControl,
      inject: [runtime.config],
      useFactory: ({ simulatorUrl }: Config) => new SimulatorControl(simulatorUrl),
    },
  ],
})
export class SandboxModule {}
