import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { simulatorKey } from '../rails/hook-signature.js';
import { SimulatorBank } from '../rails/simulator/simulator-bank.js';
import { runtime } from '../runtime.module.js';
import { SandboxController } from './sandbox.controller.js';

/** Only part of the API in the sandbox environment. */
@Module({
  controllers: [SandboxController],
  providers: [
    {
      provide: SimulatorBank,
      inject: [runtime.config],
      useFactory: (config: Config) =>
        new SimulatorBank({ apiUrl: ownAddress(config), key: simulatorKey(config.sealKey) }),
    },
  ],
})
export class SandboxModule implements OnApplicationShutdown {
  constructor(private readonly bank: SimulatorBank) {}

  async onApplicationShutdown(): Promise<void> {
    await this.bank.close();
  }
}

/** The simulated bank is inside this process, so it does not depend on how the API is reached from outside. */
function ownAddress({ apiHost, apiPort }: Config): string {
  const host = apiHost === '0.0.0.0' || apiHost === '::' ? '127.0.0.1' : apiHost;
  return `http://${host.includes(':') ? `[${host}]` : host}:${apiPort}`;
}
