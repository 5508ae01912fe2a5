import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest's own lines (start, modules, routes) as JSON, the chatty ones at level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, text(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    const err = [message, ...rest].find((part) => part instanceof Error);
    this.logger.error({ context: rest.at(-1), err }, text(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, text(message));
  }
}

function text(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
