import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskPorts } from './desk-ports.js';
import type { Frame } from './desk-page.js';

/** What the routes of pages share. */
export interface DeskRoom {
  readonly ports: DeskPorts;
  /** Of the operator whose request it is. */
  readonly frame: (request: Pick<FastifyRequest, 'note' | 'holds'>) => Frame;
  readonly html: (reply: FastifyReply, document: string) => FastifyReply;
}
