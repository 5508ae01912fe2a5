import type { Server } from 'node:http';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type CanActivate,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Drain } from '../http/drain.js';
import type { RateLimits } from '../http/rate-limits.js';

/** The objects of a program that answers HTTP, and the functions that start and stop it. */
export interface EdgeParts {
  /** The objects that controllers, guards and interceptors ask for, each by its class. */
  readonly objects: readonly object[];
  /** The guards of every operation, in their order. */
  readonly guards: readonly CanActivate[];
  readonly drain: Drain;
  readonly limits: RateLimits;
  /** Adds the routes that no controller has. */
  addRoutes(fastify: FastifyInstance): void;
  /** Starts what must run before the program listens. */
  begin(): Promise<void>;
  /** Stops the program's other servers when the program is told to stop. Requests under way end after this. */
  end(): void;
  /** Closes the connections after the last request has ended. */
  close(): Promise<void>;
}

type Program = Pick<EdgeParts, 'drain' | 'begin' | 'end' | 'close'>;

const program = Symbol('program');

/** The only module. src/programs/wiring creates the objects, and Nest passes them to the controllers. */
@Module({})
export class EdgeModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(
    @Inject(program) private readonly program: Program,
    private readonly adapter: HttpAdapterHost,
  ) {}

  static with(controllers: Type[], parts: EdgeParts): DynamicModule {
    const objects = parts.objects.map((object) => given(object.constructor as Type, object));
    const guards = parts.guards.map((guard) => given(APP_GUARD, guard));
    return moduleOf(controllers, [given(program, parts), ...objects, ...guards]);
  }

  /** Makes the module for the OpenAPI document, which needs the controllers but not the objects that they use. */
  static withoutObjects(controllers: Type[]): DynamicModule {
    const asked = new Set(
      controllers.flatMap((each) => [each, ...enhancersOf(each)].flatMap(asks)),
    );
    return moduleOf(
      controllers,
      [program, ...asked].map((each) => given(each, {})),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.program.begin();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.program.end();
    await this.program.drain.begin(this.adapter.httpAdapter.getHttpServer() as Server);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.program.close();
  }
}

function moduleOf(controllers: Type[], providers: Provider[]): DynamicModule {
  return { module: EdgeModule, controllers, providers };
}

function given(provide: Type | symbol | string, useValue: object): Provider {
  return { provide, useValue };
}

/** Returns the classes that a class needs in its constructor. */
function asks(type: Type): Type[] {
  return (Reflect.getMetadata('design:paramtypes', type) as Type[] | undefined) ?? [];
}

/** Returns the guards and interceptors that a controller and its methods declare themselves. */
function enhancersOf(controller: Type): Type[] {
  const methods = Object.getOwnPropertyNames(controller.prototype).map(
    (name) => (controller.prototype as Record<string, object>)[name],
  );
  return [controller, ...methods].flatMap((of) =>
    ['__guards__', '__interceptors__'].flatMap(
      (key) => (Reflect.getMetadata(key, of as object) as Type[] | undefined) ?? [],
    ),
  );
}
